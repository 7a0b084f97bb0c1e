//! The names of the demo's people, firms and goods: invented, but such as one meets in the trade.

/// Firm, kind, city, state code, whether it has a GSTIN.
pub struct Firm {
    pub name: &'static str,
    pub kind: &'static str,
    pub city: &'static str,
}

const fn firm(name: &'static str, kind: &'static str, city: &'static str) -> Firm {
    Firm { name, kind, city }
}

/// Sixty customers, by the branch that serves them.
pub const PUNE: &[Firm] = &[
    firm("Bhavani Fabricators", "Fabricator", "Chakan"),
    firm("Shree Sai Steel House", "Dealer", "Solapur"),
    firm("Omkar Builders & Developers", "Builder", "Pimpri"),
    firm("Deccan Gate & Grill", "Fabricator", "Satara"),
    firm("Mauli Engineering", "Fabricator", "Baramati"),
    firm("Sahyadri Solar Mounting", "OEM", "Nashik"),
    firm("Kaveri Irrigation Stores", "Retailer", "Latur"),
    firm("Konkan Roofing & Sheds", "Contractor", "Chiplun"),
    firm("New Bharat Hardware", "Retailer", "Pune"),
    firm("Ajanta Tubes & Fittings", "Dealer", "Jalna"),
    firm("Girnar Agro Sheds", "Contractor", "Ahilyanagar"),
    firm("Pavana Construction Co", "Contractor", "Pimpri"),
    firm("Indrayani Pipe Centre", "Dealer", "Chakan"),
    firm("Shivneri Structurals", "Fabricator", "Junnar"),
    firm("Mula Mutha Housing", "Builder", "Pune"),
    firm("Sinhagad Hardware Stores", "Retailer", "Pune"),
    firm("Krishna Valley Greenhouses", "OEM", "Sangli"),
    firm("Panchganga Furniture Works", "OEM", "Kolhapur"),
    firm("Rajgad Infra Projects", "Contractor", "Satara"),
    firm("Torna Trading Company", "Dealer", "Solapur"),
    firm("Bhima Agro Industries", "OEM", "Baramati"),
    firm("Nira Cold Storage", "Builder", "Baramati"),
    firm("Ghod River Contractors", "Contractor", "Shirur"),
    firm("Walchand Tube Stores", "Dealer", "Sangli"),
];

pub const VAPI: &[Firm] = &[
    firm("Narmada Infra Works", "Contractor", "Bharuch"),
    firm("Tapi Poly & Pipe", "Dealer", "Surat"),
    firm("Vapi Structurals LLP", "Fabricator", "Vapi"),
    firm("Daman Ganga Engineers", "Fabricator", "Vapi"),
    firm("Ambika Steel Centre", "Dealer", "Navsari"),
    firm("Purna Builders", "Builder", "Navsari"),
    firm("Gujarat Gate Works", "Fabricator", "Surat"),
    firm("Kim Textile Machines", "OEM", "Surat"),
    firm("Auranga Hardware", "Retailer", "Valsad"),
    firm("Par River Contractors", "Contractor", "Valsad"),
    firm("Saurashtra Pipe Agency", "Dealer", "Bharuch"),
    firm("Dahej Port Services", "Contractor", "Bharuch"),
    firm("Umbergaon Furniture", "OEM", "Vapi"),
    firm("Silvassa Roofings", "Contractor", "Vapi"),
    firm("Hazira Fabrication Yard", "Fabricator", "Surat"),
    firm("Bardoli Agro Sheds", "Contractor", "Surat"),
    firm("Valsad Traders", "Retailer", "Valsad"),
    firm("Ukai Irrigation Co", "Contractor", "Surat"),
];

pub const HYDERABAD: &[Firm] = &[
    firm("Charminar Steel Traders", "Dealer", "Hyderabad"),
    firm("Golconda Infra Projects", "Contractor", "Hyderabad"),
    firm("Musi Fabrication Works", "Fabricator", "Patancheru"),
    firm("Manjira Builders", "Builder", "Sangareddy"),
    firm("Kakatiya Pipe House", "Dealer", "Warangal"),
    firm("Deccan Plateau Housing", "Builder", "Hyderabad"),
    firm("Telangana Gate & Grill", "Fabricator", "Warangal"),
    firm("Pakhal Hardware", "Retailer", "Warangal"),
    firm("Singur Engineering", "OEM", "Sangareddy"),
    firm("Nizam Furniture Industries", "OEM", "Hyderabad"),
    firm("Hussain Sagar Contractors", "Contractor", "Hyderabad"),
    firm("Bhadrakali Steels", "Dealer", "Warangal"),
    firm("Patancheru Tools", "OEM", "Patancheru"),
    firm("Osman Sagar Greens", "Builder", "Hyderabad"),
    firm("Medak Agro Stores", "Retailer", "Sangareddy"),
    firm("Ramappa Structurals", "Fabricator", "Warangal"),
    firm("Secunderabad Hardware", "Retailer", "Hyderabad"),
    firm("Shamshabad Air Cargo SEZ Unit", "OEM", "Hyderabad"),
];

/// Mills and stockists.
pub const SUPPLIERS: &[(&str, &str, &str)] = &[
    ("Trishul Tubes Ltd", "Mill", "Pune"),
    ("Navkar Pipe Industries", "Mill", "Surat"),
    ("Vardhan Ispat", "Mill", "Jalna"),
    ("Suryodaya Rolling Mills", "Mill", "Hyderabad"),
    ("Parvati Coated Steels", "Mill", "Vapi"),
    ("Ganga Sections", "Mill", "Nashik"),
    ("Meru Wire & Rod", "Mill", "Valsad"),
    ("Arihant Steel Stockists", "Stockist", "Pune"),
    ("Bombay Metal Depot", "Stockist", "Vapi"),
    ("Kohinoor Ispat Traders", "Stockist", "Hyderabad"),
    ("Sona Structural Agency", "Stockist", "Solapur"),
    ("Gulf Steel Imports", "Importer", "Bharuch"),
];

/// Employee id, name, roles, designation, branch index.
pub const PEOPLE: &[(&str, &str, &[&str], &str, usize)] = &[
    ("ADMIN", "Anita Nair", &["ADMIN"], "Owner", 0),
    ("SALES", "Rohit Jadhav", &["SALES"], "Sales executive", 0),
    ("BM", "Vikram Deshmukh", &["BM"], "Branch manager", 0),
    ("PCT", "Nitin Rao", &["PCT"], "Preliminary credit", 0),
    ("CREDIT", "Meera Kulkarni", &["CREDIT"], "Credit manager", 0),
    ("YARD", "Santosh Gaikwad", &["YARD"], "Yard in-charge", 0),
    ("LOGI", "Farhan Shaikh", &["LOGI"], "Logistics", 0),
    ("ACC", "Sunita Joshi", &["ACC"], "Accounts", 0),
    ("PURCH", "Prakash Iyer", &["PURCH"], "Purchase desk", 0),
    ("AUDIT", "Leela Menon", &["AUDIT"], "Internal audit", 0),
    ("SALES2", "Jignesh Solanki", &["SALES"], "Sales executive", 1),
    ("BM2", "Hetal Patel", &["BM"], "Branch manager", 1),
    ("YARD2", "Mahesh Rathod", &["YARD"], "Yard in-charge", 1),
    ("SALES3", "Asha Pawar", &["SALES"], "Sales executive", 0),
    ("SALES4", "Ravi Teja", &["SALES"], "Sales executive", 2),
    ("BM3", "Lakshmi Reddy", &["BM"], "Branch manager", 2),
    ("YARD3", "Yadagiri Goud", &["YARD"], "Yard in-charge", 2),
    ("ACC2", "Imran Pathan", &["ACC"], "Accounts", 1),
];

/// Transporters and the vehicles that carry for them.
pub const DRIVERS: &[&str] = &[
    "Balu Shinde",
    "Ganesh More",
    "Iqbal Khan",
    "Ramesh Yadav",
    "Suresh Kamble",
    "Dinesh Chauhan",
    "Pratap Singh",
    "Kishor Pawar",
    "Nagesh Rao",
    "Abdul Rahim",
];
