/**
 * The one door through which text becomes HTML or a script's address; the policy
 * in the page's headers (`require-trusted-types-for 'script'`) closes all others.
 * Nothing here writes HTML, so nothing but what MUI needs passes: a sanitiser
 * would be 10 kB for a case that must not arise. Must be the first import.
 */
const harmless = new Set(['', '&#8203;']);

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: {
      createHTML(text: string): string;
      createScriptURL(url: string): string;
    },
  ): unknown;
};

// Firefox and Safari of before 2026 have no Trusted Types; there the rest of the policy must do.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (harmless.has(text)) return text;
    throw new TypeError(`This app does not allow HTML here: ${text.slice(0, 80)}`);
  },
  createScriptURL(url) {
    if (url === '/sw.js') return url;
    throw new TypeError(`Not a script of this application: ${url}`);
  },
});

// zod tries out `new Function('')` to see whether it may; the policy forbids it, and
// each try would be reported as a violation. It looks here first.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
