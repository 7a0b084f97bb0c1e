//! How full a vehicle is: the weight against what it carries, the longest piece against its bed.

use crate::declare::case::Look;
use crate::docs::fleet::{self, TRUCK_TYPE};
use crate::docs::settings;
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::Doc;
use crate::said;
use crate::value::decimal::decimal_shown;
use crate::value::{Grams, mt, part};

/// A vehicle's load; 0 where nothing is known of it.
#[derive(Clone, Copy, Debug)]
pub struct TripLoad {
    pub weight_g: i64,
    pub capacity_g: i64,
    /// Hundredths of a percent of the capacity.
    pub fill_bp: i64,
    pub longest_mm: i64,
    pub bed_mm: i64,
}

impl TripLoad {
    /// The load of some goods on a vehicle.
    pub fn of(
        look: &Look,
        vehicle: &Doc,
        weight_g: i64,
        longest_mm: i64,
    ) -> Result<TripLoad, Halt> {
        let capacity_g = vehicle.int("capacity_g").unwrap_or(0);
        let kind =
            vehicle.text("truck_type").map(|id| look.find(TRUCK_TYPE.key, id)).transpose()?;
        let of_kind = || kind.flatten().and_then(|kind| kind.int("max_length_mm"));
        let bed_mm = vehicle.int("body_length_mm").or_else(of_kind).unwrap_or(0);
        let fill_bp = part(10_000, weight_g, capacity_g);
        Ok(TripLoad { weight_g, capacity_g, fill_bp, longest_mm, bed_mm })
    }

    /// Notes it on the trip.
    pub fn write(&self, doc: &mut Doc) {
        doc.set("capacity_g", self.capacity_g);
        doc.set("fill_bp", self.fill_bp);
        doc.set("bed_mm", self.bed_mm);
    }

    /// By how much the longest piece stands out, millimetres.
    pub fn overhang_mm(&self) -> i64 {
        match self.bed_mm {
            0 => 0,
            bed => (self.longest_mm - bed).max(0),
        }
    }
}

fn metres(mm: i64) -> String {
    format!("{} m", decimal_shown(mm))
}

/// A load above what the vehicle carries, and pieces that stand out without a note how.
pub fn issues(load: &TripLoad, vehicle: &str, overhang: Option<&str>) -> Vec<Issue> {
    let mut issues = Vec::new();
    issues.extend(
        fleet::overload(vehicle, load.weight_g, load.capacity_g)
            .map(|message| Issue::new("stops", Code::Overload, message)),
    );
    if load.overhang_mm() > 0 && overhang.is_none() {
        let message = said!(
            "The longest piece, {longest}, stands out {overhang} beyond the bed of {vehicle}. Enter how it is secured",
            longest = metres(load.longest_mm),
            overhang = metres(load.overhang_mm()),
            vehicle
        );
        issues.push(Issue::new("overhang", Code::Required, message));
    }
    issues
}

/// A load near the limit, and pieces that stand out.
pub fn warnings(look: &Look, load: &TripLoad, vehicle: &str) -> Result<Vec<Issue>, Halt> {
    let mut found = Vec::new();
    let near = settings::int_of(look, "trip_warn_bp")?;
    if load.fill_bp > near && load.weight_g <= load.capacity_g {
        let message = said!(
            "Load {weight} is {percent} % of what {vehicle} carries, {capacity}",
            weight = mt(Grams(load.weight_g)),
            percent = decimal_shown(load.fill_bp * 10),
            vehicle,
            capacity = mt(Grams(load.capacity_g))
        );
        found.push(Issue::new("stops", Code::Overload, message));
    }
    if load.overhang_mm() > 0 {
        let message = said!(
            "Pieces stand out {overhang} beyond the bed",
            overhang = metres(load.overhang_mm())
        );
        found.push(Issue::new("overhang", Code::Rule, message));
    }
    Ok(found)
}
