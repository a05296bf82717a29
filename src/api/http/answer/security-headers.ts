const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Browsers only honour it over https, so it does no harm on a developer's machine.
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const;

/** For API responses: nothing in them may run, be framed or be cached. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cache-Control': 'no-store',
};

/**
 * For scripts, styles, fonts and pictures. A worker has the policy of its own file: the one that reads PDFs, which come
 * from people whom the reader need not trust, may load scripts and data of this server, and run no other code.
 */
export const assetHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
};

/** For the service worker, which has its own policy instead of that of a page: it only connects to this server. */
export const workerHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
};

// The hash of the empty style element that emotion creates and fills by script.
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  // Sounds and films of records, which the viewer plays.
  'media-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'object-src': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default',
};

/** For HTML pages. The policy is static, because a page cached by a service worker cannot carry a nonce. */
export const pageHeaders = headersOf(policy);

/** For the documentation of the API, whose library contains DOMPurify with a policy of its own. */
export const docsHeaders = headersOf({ ...policy, 'trusted-types': 'default dompurify' });

function headersOf(directives: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return {
    ...everywhere,
    'Content-Security-Policy': Object.entries(directives)
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), browsing-topics=()',
  };
}
