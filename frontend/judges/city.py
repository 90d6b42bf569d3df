"""Checks the stand-in for a city's open data with sodapy, the usual Python client for it."""

import sys

import requests
from sodapy import Socrata

DATASET = "nc67-uf89"


def client(address):
    one = Socrata(address, "a-token", timeout=10)
    # The stand-in runs on this machine, without TLS.
    one.uri_prefix = "http://"
    return one


def main(address):
    city = client(address)
    assert city.get(DATASET, select="COUNT(*)") == [{"count": "9"}]
    open_ones = city.get(
        DATASET,
        select="plate, summons_number, amount_due",
        where="state = 'NY' and plate in ('NYC1203','LNW2047') and amount_due > 0",
        order="amount_due DESC",
        limit=3,
    )
    assert [row["amount_due"] for row in open_ones] == ["125", "97.18", "75"], open_ones
    assert all(set(row) == {"plate", "summons_number", "amount_due"} for row in open_ones)
    assert city.get(DATASET, plate="D47LNW", state="NJ", limit=1, offset=1, order="summons_number")[0]["amount_due"] == "0"
    everything = list(city.get_all(DATASET, limit=4, order="summons_number"))
    assert len(everything) == 9 and len({row["summons_number"] for row in everything}) == 9
    # Rows omit blank fields.
    assert all("" not in row.values() for row in everything)
    about = city.get_metadata(DATASET)
    assert "TEST MODE" in about["name"] and "amount_due" in [one["fieldName"] for one in about["columns"]]
    refused = [
        lambda: city.get(DATASET, select="colour"),
        lambda: city.get(DATASET, where="plate = 'A"),
        lambda: city.get("aaaa-bbbb"),
    ]
    for ask, status in zip(refused, (400, 400, 404), strict=True):
        try:
            ask()
        except requests.HTTPError as error:
            assert error.response.status_code == status, error
        else:
            raise AssertionError("it was not refused")
    fault = {"fault": {"kind": "throttle", "seconds": 7}, "times": 1}
    requests.post(f"http://{address}/_sandbox/faults", json=fault, timeout=10).raise_for_status()
    try:
        city.get(DATASET)
    except requests.HTTPError as error:
        assert error.response.status_code == 429 and error.response.headers["Retry-After"] == "7"
    else:
        raise AssertionError("it was not throttled")
    assert len(city.get(DATASET)) == 9
    city.close()
    print("ok")


main(sys.argv[1])
