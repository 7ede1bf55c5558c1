/** Made for phones first, in light or dark colors as the phone is set. */
export const pageStyle = `
:root { color-scheme: light dark; --back: #f2f4f7; --card: #fff; --text: #1a1d21; --line: #8a929c; --main: #0b5f56; --on-main: #fff; --note: #8a1c10; }
@media (prefers-color-scheme: dark) {
:root { --back: #121417; --card: #1d2125; --text: #eceef0; --line: #7d8792; --main: #6fd6c6; --on-main: #06211d; --note: #ffb4a6; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--back); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 5vh auto 0; padding: 1.5rem; background: var(--card); border-radius: 0.75rem; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
main > :last-child, form > :last-child { margin-bottom: 0; }
.message { margin-bottom: 1.5rem; white-space: pre-wrap; }
.note { color: var(--note); font-weight: 600; }
label { display: block; margin-bottom: 0.375rem; font-weight: 600; }
textarea { display: block; width: 100%; margin-bottom: 1rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); color: inherit; font: inherit; }
button { display: block; width: 100%; min-height: 3rem; margin-bottom: 0.75rem; padding: 0.625rem 1rem; border: 2px solid var(--main); border-radius: 0.5rem; font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
.main { background: var(--main); color: var(--on-main); }
.other { background: transparent; color: var(--main); }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;
