import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "$lib/i18n/index.svelte";
import "./styles/base.css";

await language.open();
export default mount(App, { target: document.getElementById("app")! });
