/**
 * The only way for text to become HTML or the address of a script; the policy in the page's headers
 * (`require-trusted-types-for 'script'`) blocks all others. Our code writes no HTML, so only what MUI needs
 * passes: a sanitiser would be 10 kB for a case that must not occur. Must be the first import.
 */
const harmless = new Set(['', '&#8203;']);

/** The service worker, and the one that reads PDFs, whose file is one of the build. */
const workers = /^\/(sw\.js|assets\/pdf\.worker\.min-[\w-]+\.mjs)$/;

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(url: string): string },
  ): unknown;
};

// Firefox and Safari before 2026 lack Trusted Types; there the rest of the policy has to suffice.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (harmless.has(text)) return text;
    throw new TypeError(`This app does not allow HTML here: ${text.slice(0, 80)}`);
  },
  createScriptURL(url) {
    if (workers.test(url)) return url;
    throw new TypeError(`Not a script of this application: ${url}`);
  },
});

// zod tries `new Function('')` to see whether it is allowed. The policy forbids that and reports each try as a
// violation. zod reads this setting first.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
