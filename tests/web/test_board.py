"""The analysis board and reviews, by clicks, compared with the solver."""

import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from vorhand.evaluation import arena
from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.games.skat.records import parse_record
from vorhand.games.skat.solve import OpenPosition, solve_position
from vorhand.native.skat import card_points
from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import paste_on_board
from vorhand.web.games import schnapsen, skat

pytestmark = pytest.mark.extended

_ANSWERS = ({"agree", "play on"}, {"re", "no re"})
_KINDS = {"club", "spad", "hear", "diam", "gran", "null"}
RECORD = (
    "(;GM[Skat]PC[Vorhand]CO[]SE[1]ID[1]DT[1970-01-01/00:00:00/UTC]P0[a]P1[b]P2[c]R0[]R1[]R2[]"
    "MV[w DT.C7.C9.HT.DK.SA.S9.HK.HA.ST.H8.SK.DQ.DJ.C8.CK.H9.S7.CJ.CA.CQ.D8.D9.HQ.SJ.S8.H7.HJ."
    "CT.D7.SQ.DA 1 p 2 p 0 18 0 s w SQ.DA 0 D.DK.DT 0 DA 1 DJ 2 D7 1 CA 2 CQ 0 C7 1 CK 2 CT 0 C9 "
    "2 S8 0 S9 1 SK 1 C8 2 H7 0 HK 1 S7 2 D8 0 SQ 2 HJ 0 HT 1 DQ 2 SJ 0 HA 1 CJ 1 H8 2 HQ 0 ST "
    "2 D9 0 SA 1 H9 ]R[d:0 loss v:-126 m:-4 bidok p:14 t:0 s:1 z:1 p0:0 p1:0 p2:0 l:-1 to:-1 "
    "r:0] ;)"
)


def match_line(seed: int) -> str:
    """Return a match of Schnapsen played at random, as a log has it."""
    game, rng = load_game("python_schnapsen(match=true)"), random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return PlainRecord.of(state, "python_schnapsen(match=true)", 0, ("anna", "bert")).line()


def shown_values(tab: Tab) -> dict[str, int]:
    """Return for each card the value that the board shows."""
    slots = tab.page.locator(".boardhand.active .slot").all()
    return {
        slot.locator(".card").first.get_attribute("data-card") or "": int(
            text.replace("\N{MINUS SIGN}", "-")
        )
        for slot in slots
        if (text := slot.locator(".value").inner_text() if slot.locator(".value").count() else "")
    }


def chances(page: Page, card: str) -> list[str]:
    """Return the chances of an unseen card, by place."""
    row = page.locator(".heat tr", has=page.get_by_role("img", name=card))
    return re.findall(r"\d+%", row.inner_text())


def solved_values(cards: int) -> dict[str, int]:
    """Return the solver's values of these cards."""
    position = OpenPosition.from_record(parse_record(RECORD), cards)
    known = position.taken + card_points(position.skat)
    solution = solve_position(position)
    suits, ranks = "DHSC", "789QKTAJ"
    return {suits[c // 8] + ranks[c % 8]: v + known for c, v in solution.moves.items()}


def test_an_analysis(served: Served, tab: Tab) -> None:
    page = tab.page
    page.goto(f"{served.address}#/board")
    paste_on_board(page, RECORD)
    page.wait_for_selector(".boardfelt .value")
    assert shown_values(tab) == solved_values(0)
    page.click('.boardhand.active [data-card="DA"]')
    expect(page.locator(".boardtrick .card")).to_have_count(1)
    page.wait_for_selector('.boardfelt[aria-busy="false"]')
    assert shown_values(tab) == solved_values(1)
    # Enter a branch, and return to its beginning.
    page.click('.boardhand.active [data-card="CJ"]')
    expect(page.locator(".boardtrick .card")).to_have_count(2)
    page.locator(".moves .buttons button").first.click()
    expect(page.locator(".boardtrick .card")).to_have_count(1)
    # A defender's knowledge: no other hand, no skat, and chances that add up.
    page.select_option("aside select", "1")
    page.wait_for_selector(".heat tbody tr")
    # The hint shows the chance to win on each card; the table shows the same numbers.
    thoughts = page.locator(".boardhand.active .value.thought").all_inner_texts()
    rows = page.locator(".chances > table").first.locator("tbody tr").all_inner_texts()
    assert sorted(thoughts) == sorted(row.split()[-1] for row in rows)
    assert len(thoughts) == 3
    expect(page.locator(".boardfelt .hand")).to_have_count(1)
    for row in page.locator(".heat tbody tr").all()[:5]:
        shares = [int(share) for share in re.findall(r"(\d+)%", row.inner_text())]
        assert abs(sum(shares) - 100) <= 2
    # A link holds the whole position.
    page.click(".share button")
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator(".boardtrick .card")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG").click()
    assert "<svg" in Path(download.value.path()).read_text("utf-8")
    with page.expect_download() as download:
        page.get_by_role("button", name="PNG").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


def test_cards_are_set_by_clicks(served: Served, tab: Tab) -> None:
    page = tab.page
    page.goto(f"{served.address}#/board")
    page.get_by_role("tab", name="Set up Skat").click()
    editor = page.get_by_role("tabpanel")
    editor.get_by_role("radio", name="forehand").click()
    for name in ("jack of clubs", "ace of clubs", "ace of spades"):
        editor.locator(".pool").get_by_role("button", name=name).click()
    # Drag a card to a place instead of clicking.
    pool = editor.locator(".pool")
    pool.get_by_role("button", name="king of hearts").drag_to(
        editor.get_by_role("radio", name="rearhand")
    )
    pool.get_by_role("button", name="king of hearts: rearhand").wait_for()
    editor.get_by_role("button", name="Deal the rest").click()
    editor.locator(".primary").click()
    page.wait_for_selector(".boardfelt .value")
    assert len(shown_values(tab)) == 10


SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
RANKS = {"A": "ace", "T": "ten", "K": "king", "Q": "queen", "J": "jack"}


def set_cards(page: Page, lying: dict[int, str]) -> Locator:
    """Click cards, which are written like CA, into places of the editor of Schnapsen."""
    page.get_by_role("tab", name="Set up Schnapsen").click()
    editor = page.get_by_role("tabpanel")
    for place, cards in lying.items():
        editor.get_by_role("radio").nth(place).click()
        for card in cards.split():
            name = f"{RANKS[card[1]]} of {SUITS[card[0]]}"
            editor.locator(".pool").get_by_role("button", name=name).click()
    return editor


def put_on_board(page: Page, editor: Locator) -> set[str]:
    """Put the cards of an editor on the board; return the fields of the position."""
    editor.get_by_role("button", name="Put it on the board").click()
    page.wait_for_selector(".boardfelt .value, .heat tbody tr")
    told: str = page.evaluate("JSON.parse(localStorage.getItem('vorhand.board')).start")
    return set(told.split())


@needs_axe
def test_cards_of_schnapsen_are_set_by_clicks(served: Served, tab: Tab) -> None:
    """A whole deal has the solver's values."""
    page = tab.page
    page.goto(f"{served.address}#/board")
    editor = set_cards(page, {0: "SA HT", 2: "SJ"})
    editor.get_by_role("button", name="Deal the rest").click()
    told = put_on_board(page, editor)
    assert "up=SJ" in told
    expect(page.locator(".boardfelt .hand .card")).to_have_count(10)
    assert serious(page) == []
    line = page.evaluate("JSON.parse(localStorage.getItem('vorhand.board'))")
    found = schnapsen.position({"game": line["game"], "start": line["start"]})["values"]
    shown = shown_values(tab)
    assert shown == {card: found[card]["points"] for card in shown}
    assert len(shown) == 5


@needs_axe
def test_marriages_that_wait_and_cards_seen_are_set_by_clicks(served: Served, tab: Tab) -> None:
    """Player 0 showed a marriage and lost the trick, so player 1 knows the queen."""
    page = tab.page
    page.goto(f"{served.address}#/board")
    editor = set_cards(page, {0: "CA CT CK", 6: "HQ", 1: "DA DT ST SQ", 2: "SJ", 4: "HK HA"})
    editor.get_by_label("Marriages of player 0 that wait").select_option("20")
    editor.get_by_label("Points of player 1").fill("15")
    editor.get_by_label("Leads").select_option("1")
    seen = editor.get_by_role("button", name="queen of hearts: player 0's, seen")
    expect(seen).to_be_visible()
    editor.get_by_role("button", name="Deal the rest").click()
    expect(editor.locator(".set p").nth(0).get_by_role("img")).to_have_count(4)
    told = put_on_board(page, editor)
    assert {"pending=20:0", "shown0=HQ", "points=0:15", "leader=1"} <= told
    expect(page.locator(".standing")).to_contain_text("player 0: 20 waiting for a trick")
    page.select_option("aside select", "1")
    page.wait_for_selector(".heat tbody tr")
    assert "100%" in chances(page, "queen of hearts")
    assert serious(page) == []


def test_what_a_player_lacks_is_set_by_clicks(served: Served, tab: Tab) -> None:
    """Player 1 is proven to hold no ten: all of them lie in the talon."""
    page = tab.page
    page.goto(f"{served.address}#/board")
    editor = set_cards(page, {0: "HA HT HK HQ HJ", 2: "SJ", 9: "CT ST DT"})
    lacked = editor.get_by_role("button", name="ten of spades: not with player 1")
    expect(lacked).to_be_visible()
    told = put_on_board(page, editor)
    # Only player 0's cards are known, so that view is shown first.
    assert {"lacks1=CT,ST,DT", "hand1=?", "talon=?"} <= told
    expect(page.locator(".heat tbody tr")).to_have_count(14)
    tens = [f"ten of {SUITS[suit]}" for suit in "CSD"]
    for ten in tens:
        assert chances(page, ten) == ["0%", "100%"]
    page.select_option("aside select", "-1")
    expect(page.locator(".boardfelt")).to_contain_text("Not all cards of this position are known")
    # Dealing the rest at random gives player 1 none of the tens.
    editor.get_by_role("button", name="Deal the rest").click()
    held = editor.locator(".set p").nth(1).get_by_role("img").all()
    names = {card.get_attribute("aria-label") for card in held}
    assert len(names) == 5
    assert not names & set(tens)


@pytest.mark.parametrize(
    "name", ["python_skat(claims=true)", "python_skat(claims=true,kontra=true)"]
)
def test_deals_with_claims_are_analysed_and_reviewed(name: str) -> None:
    """Claims and Kontra are no cards, and are answered by buttons as at the page's own tables."""
    game, claims = load_game(name), 0
    for seed in range(6):
        state, rng = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            cards = [action for action in state.legal_actions() if action < 32]
            some = cards if cards and rng.random() < 0.9 else state.legal_actions()
            state.apply_action(rng.choice(some))
        actions = state.history()
        line = PlainRecord.of(state, name, 0, ("a", "b", "c")).line()
        whole = skat.position({"game": name, "actions": actions, "brief": True})
        for move in whole["moves"]:
            at = skat.position({"game": name, "actions": actions[: move["at"]]})
            if move["name"] in at["values"]:
                continue
            answers = next((pair for pair in _ANSWERS if move["name"] in pair), None)
            if at["phase"] == "PLAY" and answers:
                claims += 1
                assert answers == {answer["name"] for answer in at["legal"]}
                asked = {"game": name, "actions": actions[: move["at"]], "seat": move["seat"]}
                for belief in ("by_role", "policy") if claims < 4 else ():
                    known = skat.knowledge({**asked, "belief": belief, "agent": "pimc(worlds=2)"})
                    assert known["chances"]
                    assert known["advice"] is None
            else:
                assert move["name"] not in {legal["name"] for legal in at["legal"]}
        declared = [k for k, m in enumerate(whole["moves"]) if m["name"][:4] in _KINDS]
        played = [m["name"] for m in whole["moves"][declared[-1] + 1 :] if len(m["name"]) == 2]
        if played:
            review = skat.WEB.questions["review"]({"text": line, "brief": True})
            assert [play["card"] for play in review["plays"]] == played
            (series,) = skat.WEB.questions["list"]({"text": line})["series"]
            assert series["lines"][0]["value"] == whole["result"]["value"]
    assert claims > 2


def test_contracts_for_ten_cards(served: Served, tab: Tab) -> None:
    """Games with the skat and from the hand are ranked together, the best first."""
    page = tab.page
    page.goto(f"{served.address}#/board")
    pool = page.locator(".contractbox .pool")
    cards = ["jack of clubs", "jack of spades", "ace of diamonds", "ten of diamonds"]
    cards += [f"{rank} of hearts" for rank in ("ace", "ten", "king")]
    for card in [*cards, "nine of spades", "eight of spades", "seven of clubs"]:
        pool.get_by_role("button", name=card).click()
    page.locator(".contractbox .primary").click()
    rows = page.locator(".ranked tbody tr")
    expect(rows.first).to_be_visible()
    shown = [row.locator("td").nth(1).inner_text() for row in rows.all()]
    worths = [float(text.replace("\N{MINUS SIGN}", "-")) for text in shown]
    assert worths == sorted(worths, reverse=True)
    expect(rows.filter(has_text="Pick up the skat")).to_contain_text(
        re.compile(r"after \d+% of sk")
    )
    expect(rows.filter(has_text="Grand hand")).to_have_count(1)


def test_contracts_with_the_skat_are_ranked_by_score() -> None:
    cards = "CJ SJ DA DT HA HT HK S9 S8 C7 C8 C9"
    ranked = skat.contracts({"cards": cards, "seat": 0})["contracts"]
    scores = [contract["score"] for contract in ranked]
    assert scores == sorted(scores, reverse=True)
    assert all(len(contract["discards"]) == 2 for contract in ranked if "hand" not in contract)
    assert all(0 <= contract["chance"] <= 1 for contract in ranked)


def test_a_position_is_seen_by_who_knows_their_cards() -> None:
    """If the cards of the player to move are hidden, the view is that of the other player."""
    read = schnapsen.WEB.questions["read"]
    for text, seat in (("", 0), (" leader=1", 0), (" leader=1 hand1=ST,SK,SQ,HA,HK", 1)):
        assert read({"text": f"up=SJ hand0=SA,HT,DA,CK,CJ{text}"})["seat"] == seat


def test_schnapsen_positions(served: Served, phone: Tab) -> None:
    page = phone.page
    page.goto(f"{served.address}#/board")
    paste_on_board(page, "up=SJ hand0=SA,HT,DA,CK,CJ played=CT,CA points=21:0 shown1=ST")
    page.wait_for_selector(".boardfelt .value")
    page.select_option("aside select", "0")
    page.wait_for_selector(".heat tbody tr")
    assert "100%" in chances(page, "ten of spades")


def test_a_review(served: Served, tab: Tab) -> None:
    page = tab.page
    page.goto(f"{served.address}#/review")
    page.fill("main textarea", RECORD)
    page.click("main form .primary")
    page.wait_for_selector(".plays tbody tr")
    expect(page.locator(".plays tbody tr")).to_have_count(30)
    page.locator(".curve [role=slider]").press("ArrowRight")
    expect(page.locator(".plays tr.here")).to_contain_text("jack of diamonds")
    expect(page.locator(".boardtrick .card")).to_have_count(1)


@needs_axe
def test_a_review_of_a_match_of_schnapsen(served: Served, tab: Tab) -> None:
    line = match_line(3)
    review = schnapsen.WEB.questions["review"]({"text": line, "brief": True})
    page = tab.page
    page.goto(f"{served.address}#/review")
    page.fill("main textarea", line)
    page.click("main form .primary")
    deals = page.locator(".review .deals tbody tr")
    expect(deals).to_have_count(len(review["deals"]))
    second = review["deals"][1]
    expect(deals.nth(1).locator("td").nth(1)).to_have_text(str(sum(second["cost"])))
    deals.nth(1).get_by_role("button").click()
    expect(page.locator(".plays tbody tr")).to_have_count(len(second["moves"]))
    turned = sum(move["turned"] for move in second["moves"])
    expect(page.locator(".plays td", has_text="turned the game")).to_have_count(turned)
    first, count = len(review["deals"][0]["moves"]), len(second["moves"])
    ask = {"text": line, "first": first, "count": count}
    grades = [found["grade"] for found in schnapsen.WEB.questions["grades"](ask)["grades"]]
    expect(page.locator(".grading")).to_have_count(0)
    for grade in ("inaccuracy", "mistake", "blunder"):
        expect(page.locator(f".plays tr.{grade}")).to_have_count(grades.count(grade))
    page.locator(".curve [role=slider]").press("ArrowRight")
    expect(page.locator(".plays tr.here")).to_have_count(1)
    expect(page.locator(".plays tr").nth(2)).to_have_class(re.compile("here"))
    assert serious(page) == []
    page.locator(".plays tr").nth(1).get_by_role("button").click()
    expect(page.locator(".boardhand.active .hand .card")).to_have_count(5)


def test_a_file_as_a_list(served: Served, tab: Tab, tmp_path: Path) -> None:
    """Records and lines of logs; lines that cannot be read are listed with the reason."""
    page, log, file = tab.page, tmp_path / "match.jsonl", tmp_path / "deals.sgf"
    match = arena.Match.create("python_skat", ["rule", "rule", "rule"], 8)
    arena.run(match, 1, arena.Results(match), log=log)
    lines = log.read_text("utf-8").splitlines()
    for line in lines:
        record = json.loads(line)["record"]
        for question in ("read", "review"):
            ask = skat.WEB.questions[question]
            assert ask({"text": line, "brief": True}) == ask({"text": record, "brief": True})
    file.write_text("\n".join([RECORD, "(;broken)", match_line(4), *lines]), "utf-8")
    page.goto(f"{served.address}#/review")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".review .deals tbody tr")).to_have_count(2 + len(lines))
    with pytest.raises(ValueError, match="expected '.;GM.Skat.'") as broken:
        skat.WEB.questions["review"]({"text": "(;broken)", "brief": True})
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("could not be read as a deal or match: 1 (no. 2)")
    expect(alert.locator("code")).to_have_text(f"Line 2: {broken.value}")
    players = page.locator(".review .deals tbody td:nth-child(4)")
    turns = {"rule, rule:2, rule:3", "rule:3, rule, rule:2", "rule:2, rule:3, rule"}
    assert set(players.all_inner_texts()) == {"a, b, c", "anna, bert"} | turns
    expect(page.locator(".review .deals th:nth-child(4)")).to_have_text("Players")
    expect(page.locator(".review .deals th:nth-child(5)")).to_have_text("Contract")
    page.locator(".review .deals tbody tr").first.get_by_role("button").click()
    expect(page.locator(".review .deals tr.here")).to_have_count(1)
    expect(page.locator(".curve")).to_be_visible()
    tab.complaints.clear()  # the browser logs the refused request
