/** The board in a review: the position before a move, where another move can be tried. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Chances } from "../board/chances";
import { Felt, ObserverChoice } from "../board/page";
import { Share } from "../board/share";
import { line, observer, position, problem, showAt } from "../board/store";
import { Problem } from "../problem";
import { t } from "../words";
import { Sign, STEPS } from "../watch/signs";
import type { Reviewed } from "./deal";

/** Show the position before a move of a deal on the board. */
export function usePosition(deal: Reviewed, at: number): () => void {
  const show = () => {
    const { pack, game, players, actions } = deal;
    showAt({ pack, game, start: "", actions: [...actions], players: [...players] }, deal.moves[at]?.at ?? 0);
  };
  useEffect(show, [deal.text, deal.first, at]);
  return show;
}

/** Return the names of the players in words, empty where the record has none. */
export function shownPlayers(deal: Reviewed, names: readonly string[]): string[] {
  return deal.players.map((name, seat) => name && (names[seat] ?? ""));
}

export function ReviewBoard(props: { deal: Reviewed; names: readonly string[]; at: number; onStep: (to: number) => void }): JSX.Element {
  const { deal, at, onStep } = props;
  const back = usePosition(deal, at);
  useEffect(() => {
    observer.value = -1;
  }, [deal.text, deal.first]);
  const last = deal.moves.length - 1;
  const players = shownPlayers(deal, props.names);
  const targets = { toStart: 0, stepBack: at - 1, stepForward: at + 1, toEnd: last };
  const place = position.value;
  const tried = (line.value?.actions.length ?? 0) > (deal.moves[at]?.at ?? 0);
  return (
    <div class="onstep">
      {problem.value && <Problem problem={problem.value} otherwise="notRead" />}
      {place ? <Felt pack={deal.pack} place={place} players={players} /> : <p role="status">{t("thinking")}</p>}
      <div class="row" role="toolbar" aria-label={t("moves")}>
        {STEPS.map(([key, d]) => (
          <button key={key} type="button" aria-label={t(key)} disabled={targets[key] < 0 || targets[key] > last || targets[key] === at} onClick={() => onStep(targets[key])}>
            <Sign d={d} />
          </button>
        ))}
        <span>
          {at + 1} / {last + 1}
        </span>
        {tried && (
          <button type="button" class="primary" onClick={back}>
            {t("backToGame")}
          </button>
        )}
      </div>
      <p class="note">{t("tryHelp")}</p>
      {place && <ObserverChoice place={place} pack={deal.pack} players={players} />}
      <Share />
      <Chances />
    </div>
  );
}
