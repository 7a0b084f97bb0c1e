//! The words of the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use godown_server::config::{Place, Serving};
use godown_server::site;

/// Order approval, stock and logistics in one binary
#[derive(Parser)]
#[command(version, about)]
pub struct Cli {
    #[command(flatten)]
    pub place: Place,
    #[command(subcommand)]
    pub command: Task,
}

#[derive(Subcommand)]
pub enum Task {
    /// Serve the app; an empty data directory gets one administrator, whose password is printed once
    Serve(Serving),
    /// Fill an empty data directory with a business to try the app with
    Demo {
        /// The last day of the story; today if left out
        #[arg(long)]
        until: Option<String>,
    },
    /// Check the journal's chain, the index against it, and every invariant
    Verify {
        /// The hash of an entry, written down elsewhere: whether this history still holds it
        #[arg(long)]
        head: Option<String>,
        /// Check an auditor's folder in place of the data directory
        #[arg(long, value_name = "DIR", conflicts_with = "head")]
        folder: Option<PathBuf>,
        /// The seal of that folder, as it was told when it was made
        #[arg(long, requires = "folder")]
        seal: Option<String>,
    },
    /// Copy the journal and the files to a directory, prove the copy by restoring it, print its head
    ///
    /// A server may run meanwhile. What the directory already holds is not copied again.
    Backup {
        /// Directory of the backup, on another disk or machine
        backup: PathBuf,
    },
    /// Make a data directory from a backup
    Restore {
        backup: PathBuf,
        /// An empty directory, or one that is not there yet
        into: PathBuf,
        /// The last entry to restore
        #[arg(long, conflicts_with = "at")]
        seq: Option<u64>,
        /// The last minute to restore, Indian time: 2026-11-21 14:30
        #[arg(long)]
        at: Option<String>,
    },
    /// Write everything to a directory as JSON and CSV, with the attachments and a page that says what is where
    ///
    /// No server runs meanwhile; else export what a backup restores.
    Export {
        /// An empty directory, or one that is not there yet
        into: PathBuf,
        /// In its place a folder for an auditor: the books, documents and attachments of some days with their
        /// history and its proof, which any browser opens without a server or a network; prints its seal
        #[arg(long, num_args = 2, value_names = ["FROM", "TO"])]
        auditor: Option<Vec<String>>,
    },
    /// Make a new key for sign-ins: it counts from the next start, and those who are signed in stay so
    RotateKey {
        /// Sign everybody out, as after the key was read by somebody else
        #[arg(long)]
        at_once: bool,
    },
    /// Cut off an append that was torn and make the index again; refuse everything else
    Repair,
    /// Bring in what an earlier system knew: invoiced lines, purchases and receipts for the reports
    ///
    /// Each file is CSV in UTF-8; its headings tell which of the three it holds. Dates, weights and
    /// amounts are written as in every import: 31-03-2026, kg with at most 3 decimals, ₹ with at most
    /// 2. The rows of a document stand side by side. Stock and credit stay as they are.
    ///
    ///   Date, Invoice, Customer, District, State, Salesman, Branch, Yard, SKU, Product type, Pcs,
    ///     Weight (kg), Amount (₹), Freight (₹), GST (₹), Cost (₹)
    ///   Date, Purchase, Supplier, State, Branch, Yard, SKU, Product type, Pcs, Weight (kg),
    ///     Supplier's weight (kg), Amount (₹), GST (₹), Landed cost (₹)
    ///   Date, Receipt, Customer, District, State, Branch, Amount (₹)
    ///
    /// Date, number, customer or supplier, SKU and amount are needed, the rest may be left out.
    #[command(verbatim_doc_comment)]
    Import {
        /// The rows are those of an earlier system; documents come in through the app
        #[arg(long, required = true)]
        history: bool,
        /// Leave out the documents that have a bad row, and bring in the others
        #[arg(long)]
        good_rows: bool,
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Book the opening balances of customers that an earlier version kept outside the books, each once
    Openings {
        /// The last day before the books began: 2026-03-31; today if left out
        #[arg(long)]
        as_of: Option<String>,
    },
    /// Let people in
    #[command(subcommand)]
    User(User),
    /// Print the description of the HTTP API
    Openapi,
}

#[derive(Subcommand)]
pub enum User {
    /// Make an employee and print a one-time password
    Add {
        /// The employee id to sign in with
        id: String,
        #[arg(long)]
        name: String,
        #[arg(long)]
        mobile: String,
        #[arg(long = "role", required = true, help = site::roles_in_words())]
        roles: Vec<String>,
        /// The code of the employee's branch
        #[arg(long)]
        branch: Option<String>,
    },
    /// Give an employee a new one-time password and end the sessions
    Password {
        /// The employee id, e-mail or mobile
        id: String,
    },
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use godown_core::docs::roles;

    use super::*;

    #[test]
    fn the_help_of_user_add_names_every_role() {
        let mut whole = Cli::command();
        let add = whole.find_subcommand_mut("user").unwrap().find_subcommand_mut("add").unwrap();
        let help = add.render_help().to_string();
        for (code, _) in roles::ROLES {
            assert!(help.contains(code), "{code}: {help}");
        }
    }
}
