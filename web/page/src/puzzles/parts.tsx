/** The choice of a level, and the person's progress. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Pack } from "../board/store";
import { Ask } from "../table/parts";
import { t } from "../words";
import { number } from "../words/numbers";
import { level, progressOf, reset } from "./progress";

const LEVELS = [1, 2, 3, 4, 5];

export function LevelChoice(props: { levels: readonly number[] }): JSX.Element {
  return (
    <label>
      {t("level")}{" "}
      <select
        value={level.value}
        onChange={(event) => {
          level.value = Number(event.currentTarget.value);
        }}
      >
        <option value={0}>{t("anyLevel")}</option>
        {LEVELS.filter((each) => props.levels.includes(each)).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Count the puzzles solved and missed by level; save and reset the progress. */
export function ProgressBox(props: { pack: Pack; levels: readonly number[] }): JSX.Element {
  const { pack, levels } = props;
  const [asked, askToReset] = useState(false);
  const progress = progressOf(pack);
  const count = (of: number, right: boolean) =>
    levels.filter((each, k) => each === of && progress.answers[k] === right).length;
  const text = JSON.stringify({ game: pack, ...progress });
  return (
    <details class="box progress" open>
      <summary>{t("progress")}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("level")}</th>
            <th scope="col">{t("solved")}</th>
            <th scope="col">{t("missed")}</th>
          </tr>
        </thead>
        <tbody>
          {LEVELS.filter((each) => levels.includes(each)).map((each) => (
            <tr key={each}>
              <th scope="row">{each}</th>
              <td>{number(count(each, true))}</td>
              <td>{number(count(each, false))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t("streak", { now: progress.streak, best: progress.longest })}</p>
      <div class="buttons">
        <a class="button" href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`} download={`puzzles-${pack}.json`}>
          {t("saveProgress")}
        </a>
        <button type="button" onClick={() => askToReset(true)}>
          {t("resetProgress")}
        </button>
      </div>
      {asked && (
        <Ask
          text={t("sureReset")}
          yes={t("resetProgress")}
          onYes={() => {
            reset(pack);
            askToReset(false);
          }}
          onNo={() => askToReset(false)}
        />
      )}
    </details>
  );
}
