//! Settings: each by flag and by environment, documented once, here.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// The data directory and the kind of store, which every command takes.
#[derive(Args, Clone, Debug)]
pub struct Place {
    /// The directory that holds everything: journal, index, files, keys
    #[arg(long, env = "GODOWN_DATA", default_value = "./data", global = true)]
    pub data: PathBuf,

    /// How the data is kept
    #[arg(long, env = "GODOWN_STORE", value_enum, default_value_t = Kept::Sled, global = true)]
    pub store: Kept,

    /// Log level: error, warn, info, debug or trace, for one part too (info,godown_server=debug)
    #[arg(long, env = "GODOWN_LOG", default_value = "info,hyper=error", global = true)]
    pub log: String,
}

/// The stores of the shipped binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kept {
    /// A journal on this machine's disk with sled as its index
    Sled,
    /// In memory only: gone when the server stops
    Memory,
}

/// How the server is reached.
#[derive(Args, Clone, Debug)]
pub struct Reached {
    /// Address and port to listen on
    #[arg(long, env = "GODOWN_ADDR", default_value = "127.0.0.1:8080")]
    pub addr: SocketAddr,

    /// Certificate chain (PEM) to serve HTTPS with
    #[arg(long, env = "GODOWN_TLS_CERT", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,

    /// The address that a reverse proxy comes from: its X-Forwarded-For then says who asks, so that
    /// guesses at passwords are counted for each source
    #[arg(long, env = "GODOWN_PROXY")]
    pub proxy: Option<IpAddr>,

    /// Private key (PEM) of the certificate
    #[arg(long, env = "GODOWN_TLS_KEY", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
}

/// How mails and messages are sent.
#[derive(Args, Clone, Debug)]
pub struct Mailing {
    /// The mail server, smtps://user:password@host or smtp://host:587?tls=required; without it mails
    /// wait in the outbox. Set it by environment: others on the machine can read a command line
    #[arg(long, env = "GODOWN_SMTP_URL", hide_env_values = true, requires = "mail_from")]
    pub smtp_url: Option<String>,

    /// Whom mails come from: Godown <godown@example.com>
    #[arg(long, env = "GODOWN_MAIL_FROM")]
    pub mail_from: Option<String>,

    /// The message service that takes SMS and WhatsApp: each is posted there as JSON, {id, channel, to,
    /// text}; without it messages wait in the outbox
    #[arg(long, env = "GODOWN_MESSAGE_URL", hide_env_values = true)]
    pub message_url: Option<String>,

    /// Bearer token for the message service
    #[arg(long, env = "GODOWN_MESSAGE_TOKEN", hide_env_values = true, requires = "message_url")]
    pub message_token: Option<String>,

    /// Key that signs each message by the rules of Standard Webhooks: whsec_ and 24 to 64 bytes in base64
    #[arg(long, env = "GODOWN_MESSAGE_SECRET", hide_env_values = true, requires = "message_url")]
    pub message_secret: Option<String>,

    /// The address that people open the app at, for links in mails: https://godown.example.com
    #[arg(long, env = "GODOWN_URL")]
    pub url: Option<String>,
}

/// The options of a server that people reach.
#[derive(Args, Clone, Debug)]
pub struct Serving {
    /// Mebibytes held on the disk for when it is full: with them it starts and answers reads; 0 for
    /// none
    #[arg(long, env = "GODOWN_RESERVE", default_value_t = 32, value_parser = clap::value_parser!(u64).range(..=65_536))]
    pub reserve: u64,
    #[command(flatten)]
    pub reached: Reached,
    #[command(flatten)]
    pub mailing: Mailing,
}
