import "./shell/style.css";
import { start } from "./shell/shell";

start(document.body);
