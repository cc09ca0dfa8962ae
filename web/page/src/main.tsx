/** The entry point of the page. */
import { render } from "preact";
import { App } from "./app";
import "./styles/base.css";
import "./styles/cards.css";
import "./styles/table.css";
import "./styles/layout.css";
import "./styles/phone.css";
import "./styles/print.css";
import "./styles/board.css";
import "./styles/puzzles.css";

const place = document.getElementById("app");
if (place) render(<App />, place);
