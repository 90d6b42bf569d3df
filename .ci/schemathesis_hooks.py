"""Skips requests that break rules a JSON schema can't express, such as a dependency between two fields or a date in the past.

The API's document says what the server accepts. This file skips what the server refuses for another reason.
"""

import datetime
import ipaddress
import re

import schemathesis


def given(body, *names):
    return [name for name in names if body.get(name) not in (None, "")]


def is_no_day(text):
    """Whether a text has a date's format but names no existing day. The schema already refuses other formats."""
    if not isinstance(text, str) or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text[:10]):
        return False
    try:
        return not datetime.date.fromisoformat(text[:10])
    except ValueError:
        return True


def is_client(address):
    """Whether the address is one that another client can have."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        # The schema already refuses texts that aren't addresses.
        return True
    return not parsed.is_loopback and getattr(parsed, "ipv4_mapped", None) is None


DAYS = ("date", "dueDate", "courtDate", "dateOfBirth", "plateFrom", "plateUntil", "payBy", "until", "due", "sentOn", "acceptedOn", "paidOn")
YOUNGEST_DRIVER = 14


@schemathesis.hook
def filter_case(context, case):
    query = case.query if isinstance(case.query, dict) else {}
    body = case.body if isinstance(case.body, dict) else {}
    # A page starts after a row (`before`) or at an offset, not both. `before` works only with the default order.
    if "before" in query and ("sort" in query or query.get("offset") not in (None, 0, "0")):
        return False
    # JSON Schema treats 1.0 as an integer; the API doesn't.
    numbers = [one for value in body.values() for one in (value if isinstance(value, list) else [value])]
    if any(isinstance(number, float) and number.is_integer() for number in numbers):
        return False
    # Dates must exist; there is no February 31.
    if any(is_no_day(body[day]) for day in given(body, *DAYS)):
        return False
    if any(is_no_day(query[day]) for day in given(query, "from", "to", "before")):
        return False
    # The end of the last day of 9999 is in a year that the database can't store.
    if query.get("to") == "9999-12-31":
        return False
    # Drivers have a minimum age.
    today = datetime.date.today()
    if str(body.get("dateOfBirth") or "") > f"{today.year - YOUNGEST_DRIVER}{today.isoformat()[4:]}":
        return False
    # The date of a violation must not be in the future.
    if str(body.get("date") or "") > datetime.date.today().isoformat():
        return False
    # Callers can't block their own address, which is a loopback address here.
    if isinstance(body.get("ip"), str) and not is_client(body["ip"]):
        return False
    # The due date must not precede the ticket's date. A ticket with a court date or time must require court.
    if given(body, "date", "dueDate") == ["date", "dueDate"] and str(body["dueDate"]) < str(body["date"]):
        return False
    if given(body, "courtDate", "courtTime") and body.get("isCourtRequired") is not True:
        return False
    # A court must be in the register of authorities.
    if body.get("courtId") not in (None, 0):
        return False
    # A chat needs a message, and a callback a phone number.
    for kind, field in (("chat", "message"), ("callback", "phoneNumber")):
        if body.get("type") == kind and not str(body.get(field) or "").strip():
            return False
    # Unlike other amounts, a fee may be empty. An empty fee means the default.
    if "" in (body.get("processingFeeAmount"), body.get("ourProcessingFee")):
        return False
    # A percentage must not exceed 100.
    if body.get("processingFeeType") == "percentage":
        return False
    # Text fields accept anything that PostgreSQL can store.
    return "\x00" not in repr(body) and "\\x00" not in repr(body)
