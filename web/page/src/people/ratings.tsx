/** Ratings of people and agents, a table for each game. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asError, get } from "../api";
import { Problem } from "../problem";
import type { Rating, Ratings } from "../types";
import { t } from "../words";
import { number } from "../words/numbers";
import { gameName } from "../words/games";

export function RatingTables(): JSX.Element {
  const [ratings, show] = useState<Rating[] | null>(null);
  const [least, need] = useState(0);
  const [error, fail] = useState<Error | string>("");
  const renew = () => {
    get<Ratings>("api/ratings").then(
      (found) => {
        show(found.ratings);
        fail("");
      },
      (problem: unknown) => fail(asError(problem)),
    );
  };
  useEffect(renew, []);
  const listed = (ratings ?? []).filter((rating) => Number(rating.deals) >= least);
  const games = [...new Set(listed.map((rating) => rating.game))];
  return (
    <section class="box ratings" aria-labelledby="ratings">
      <div class="row">
        <h2 id="ratings">{t("ratings")}</h2>
        <label>
          {t("leastDeals")}{" "}
          <select value={least} onChange={(event) => need(Number(event.currentTarget.value))}>
            {[0, 10, 100].map((deals) => (
              <option key={deals} value={deals}>
                {deals}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={renew}>
          {t("renew")}
        </button>
      </div>
      <p>{t("ratingsHelp")}</p>
      {error && <Problem problem={error} />}
      {ratings && games.length === 0 && <p role="status">{t("noRatings")}</p>}
      {games.map((game) => (
        <Rated key={game} game={game} ratings={listed.filter((rating) => rating.game === game)} />
      ))}
    </section>
  );
}

function Rated(props: { game: string; ratings: readonly Rating[] }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`${t("ratings")}: ${gameName(props.game)}`}>
      <table>
        <caption>
          {gameName(props.game)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t("standing")}</th>
            <th scope="col">{t("playerHead")}</th>
            <th scope="col">{t("rating")}</th>
            <th scope="col">{t("estimate")}</th>
            <th scope="col">{t("deals")}</th>
            <th scope="col">{t("meanScore")}</th>
          </tr>
        </thead>
        <tbody>
          {props.ratings.map((rating, place) => (
            <tr key={`${rating.agent} ${rating.name}`}>
              <td>{place + 1}</td>
              <th scope="row">
                {rating.name} {rating.agent && <small>{t("agent")}</small>}
              </th>
              <td>{number(rating.rating, 1)}</td>
              <td>
                {number(rating.mean, 1)} ± {number(rating.deviation, 1)}
              </td>
              <td>{number(Number(rating.deals))}</td>
              <td>{number(rating.mean_score, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
