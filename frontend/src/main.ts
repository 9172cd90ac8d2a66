import "@fontsource-variable/figtree/wght.css";
import "@fontsource-variable/bricolage-grotesque/wght.css";
import "./styles/kit.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadWords } from "./i18n/i18n.svelte";
import { hearPageKeys } from "./shell/pageKeys";
import { startWorker } from "./worker/register.svelte";

const root = document.getElementById("app");
if (!root) throw new Error("index.html has no #app");
hearPageKeys();
await loadWords("table");
mount(App, { target: root });
startWorker();
