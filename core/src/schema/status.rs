//! How a status is shown: a word has the same icon, ink and fill wherever it stands.

/// A status and how it is shown.
pub type Looks = &'static [(&'static str, StatusLook)];

/// How a status is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusLook {
    pub icon: StatusIcon,
    pub ink: StatusInk,
    pub fill: StatusFill,
}

pub const fn shown(icon: StatusIcon, ink: StatusInk, fill: StatusFill) -> StatusLook {
    StatusLook { icon, ink, fill }
}

/// The names of an enum's variants, in their order.
macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($variant),+
        }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant),+];

            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }
        }
    };
}

names! {
    /// The drawing beside the word.
    StatusIcon {
        Draft "draft",
        People "people",
        Pause "pause",
        Cross "cross",
        Check "check",
        Building "building",
        Card "card",
        Pallet "pallet",
        Alert "alert",
        Truck "truck",
        Quote "quote",
        Done "done",
        Dot "dot",
    }
}

names! {
    /// The colour of word and icon; each has a light and a dark one in every theme.
    StatusInk {
        Grey "grey",
        Blue "blue",
        Green "green",
        Red "red",
        Amber "amber",
        Magenta "magenta",
        Violet "violet",
        Wine "wine",
        Teal "teal",
        Orange "orange",
        Olive "olive",
        Brown "brown",
    }
}

names! {
    /// Dashed is not sent, tint is in progress, edge needs an answer, outline is refused or put aside,
    /// solid is finished.
    StatusFill {
        Dashed "dashed",
        Tint "tint",
        Edge "edge",
        Outline "outline",
        Solid "solid",
    }
}
