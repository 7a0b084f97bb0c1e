//! What people enter on the road of a trip.

use serde_json::{Value, json};

use super::Ground;

/// As it should be at the first stop, or with some of the goods left out.
pub fn inputs(ground: &Ground, action: &str) -> Vec<Value> {
    let remarks = json!({ "remarks": "As agreed by phone" });
    let pod = json!({
        "stop": 0, "received_by": "Ganesh Patil", "received_at": ground.world.site.now.0,
        "photos": ["file-1"],
    });
    match action {
        "place" | "start_loading" | "dispatch" | "close" | "settle" => vec![json!({})],
        "reach" => vec![json!({ "stop": 0 })],
        "deliver" => {
            let mut short = pod.clone();
            short["short"] = json!([{ "line": 0, "pcs": 1 }]);
            short["shortage"] = json!("return");
            vec![pod, short]
        }
        "refuse" => {
            vec![json!({ "stop": 0, "reason": "LATE", "remarks": "Came after the gate was shut" })]
        }
        _ => vec![remarks],
    }
}
