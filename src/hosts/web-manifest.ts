/** Where the browser learns how to install the app. */
export const MANIFEST = '/app.webmanifest';

const PNG = 'image/png';

/** The app as one that can be installed, under the title of the descriptor (W3C Web Application Manifest). */
export function toWebManifest(title: string): string {
  return JSON.stringify({
    id: '/',
    name: title,
    short_name: title,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // As in `page.css` and the icon; what is shown before the page is.
    background_color: '#f4f6f8',
    theme_color: '#0f5c5a',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: PNG },
      { src: '/icon-512.png', sizes: '512x512', type: PNG },
      { src: '/icon-maskable.png', sizes: '512x512', type: PNG, purpose: 'maskable' },
    ],
  });
}
