import { setDocumentLanguage } from '../../messages/language.ts';
import { loadTexts, textsOf } from '../../messages/texts.ts';
import { toSignInPath } from '../../shell/start/return-path.ts';
import { announce, openAnnouncer } from '../../kit/status/announcer.ts';
import { readSession } from '../../client/account/session.ts';
import { readView } from '../../client/account/view-as.ts';
import { markAppearance } from '../../shell/theme/appearance.ts';
import { listenToMode } from '../../shell/theme/listen-to-mode.ts';
import { mode } from '../../shell/theme/mode.ts';
import '../../shell/start/page.css';
import './api-docs.css';
import {
  maySeeStructure,
  sectionsOf,
  toPublicPart,
  toSection,
  type ApiDocument,
} from './document-parts.ts';
import { refreshToken } from '../../client/account/refresh.ts';

type Which = 'public' | 'internal';

/**
 * The API documentation, built from the document the server creates for the caller: the operations
 * they may call, or those everybody may. Requests made there are sent as the signed-in user.
 */
export async function openApiDocs(place: HTMLElement): Promise<void> {
  setDocumentLanguage();
  await loadTexts(import.meta.glob('/src/admin/messages/*/pages/api-docs.ts'));
  markAppearance();
  markMode();
  listenToMode(markMode);
  const which: Which = location.pathname.startsWith('/docs/internal') ? 'internal' : 'public';
  const say = textsOf('api-docs');
  document.title = say[which];
  if (which === 'internal' && readSession() === undefined)
    return location.replace(toSignInPath(location));

  openAnnouncer();
  const main = drawFrame(place, which);
  try {
    const apiDocument = await fetchDocument(which);
    if (apiDocument === undefined) return location.replace(toSignInPath(location));
    if (which === 'internal' && !maySeeStructure(apiDocument)) return drawNote(main, say.denied);
    if (which === 'public') return await draw(main, toPublicPart(apiDocument));
    const sections = sectionsOf(apiDocument);
    const requestedSection = new URLSearchParams(location.search).get('section');
    const section = sections.find((name) => name === requestedSection) ?? sections[0] ?? '';
    drawSections(main, sections, section);
    await draw(main, toSection(apiDocument, section));
  } catch (cause) {
    drawNote(main, say.failed);
    throw cause;
  }
}

/** Undefined if the session has ended. The public part is read without a session, so that it is the same for everyone. */
async function fetchDocument(which: Which): Promise<ApiDocument | undefined> {
  const path = '/api/openapi.json';
  const answer = which === 'public' ? await fetch(path) : await fetchAsMe(path);
  if (answer?.status === 401 || answer === undefined) return undefined;
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}`);
  return (await answer.json()) as ApiDocument;
}

/** The library's style sheet needs this class, because it does not follow the system. */
function markMode(): void {
  document.documentElement.classList.toggle('dark-mode', mode() === 'dark');
}

async function draw(main: HTMLElement, spec: ApiDocument): Promise<void> {
  const [{ default: SwaggerUI }, { plainLayout }, { plainMarkdown }] = await Promise.all([
    import('swagger-ui-dist/swagger-ui-es-bundle.js'),
    import('./plain-layout.ts'),
    import('./plain-markdown.ts'),
    import('swagger-ui-dist/swagger-ui.css'),
  ]);
  document.title = `${document.title} · ${spec.info.title}`;
  // Always in English, whatever the language of the frame.
  const box = make('div', { lang: 'en' });
  nameFields(box);
  main.replaceChildren(box);
  SwaggerUI({
    // Ignores the declared servers: the page's policy allows requests only to its own origin.
    spec: { ...spec, servers: [{ url: location.origin }] },
    domNode: box,
    plugins: [plainLayout(spec), plainMarkdown],
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    deepLinking: true,
    filter: true,
    displayRequestDuration: true,
    validatorUrl: null,
    // Its colours are hard to read on both backgrounds.
    syntaxHighlight: { activated: false },
    requestInterceptor: async (request) => {
      const token = await freshToken();
      const isOurs = new URL(request.url, location.origin).origin === location.origin;
      if (token === undefined || !isOurs) return request;
      return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
    },
  });
}

/** The title, a link to the other page, and a link back. */
function drawFrame(place: HTMLElement, which: Which): HTMLElement {
  const say = textsOf('api-docs');
  const other: Which = which === 'public' ? 'internal' : 'public';
  const header = make('header');
  const nav = make('nav');
  nav.append(toLink(`/docs/${other}`, say[other]), toLink('/', say.back));
  header.append(make('h1', { textContent: say[which] }), nav);
  const main = make('main');
  place.replaceChildren(header, main);
  drawNote(main, say.loading);
  return main;
}

/** The choice of a section: rendering the whole document would block the browser for seconds. */
function drawSections(main: HTMLElement, sections: readonly string[], current: string): void {
  const nav = make('nav', { className: 'sections', ariaLabel: textsOf('api-docs').sections });
  for (const name of sections) {
    const link = toLink(`?section=${encodeURIComponent(name)}`, name);
    if (name === current) link.ariaCurrent = 'page';
    nav.append(link);
  }
  main.before(nav);
}

function toLink(href: string, text: string): HTMLAnchorElement {
  return make('a', { href, textContent: text });
}

function drawNote(main: HTMLElement, text: string): void {
  main.replaceChildren(make('p', { className: 'note', textContent: text }));
  announce(text);
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

/** Labels the fields for trying an operation with the text beside them, because the library does not. */
function nameFields(box: HTMLElement): void {
  new MutationObserver(() => {
    for (const field of box.querySelectorAll('select, textarea')) {
      if (field.hasAttribute('aria-label')) continue;
      const parameter = field.closest<HTMLElement>('[data-param-name]')?.dataset['paramName'];
      const isBody = field.matches('.body-param__text');
      field.setAttribute('aria-label', parameter ?? (isBody ? 'Request body' : 'Media type'));
    }
  }).observe(box, { childList: true, subtree: true });
}

/** Milliseconds before its end at which a token counts as expired. */
const EXPIRES_SOON_MS = 15_000;

/** A token that is valid long enough for the next call; undefined without a session. */
async function freshToken(): Promise<string | undefined> {
  const view = readView();
  if (view) return view.token;
  const token = readSession()?.token;
  if (token === undefined) return undefined;
  return endsAt(token) - Date.now() > EXPIRES_SOON_MS ? token : refreshToken(token);
}

/** Fetches as the signed-in user; undefined without a session, or if it has ended. */
async function fetchAsMe(path: string): Promise<Response | undefined> {
  const token = await freshToken();
  if (token === undefined) return undefined;
  return fetch(path, { headers: { Authorization: `Bearer ${token}` } });
}

/** The expiry in the token itself (RFC 7519, `exp`); 0 if it cannot be read. */
function endsAt(token: string): number {
  try {
    const claims = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as {
      exp?: unknown;
    };
    return typeof exp === 'number' ? exp * 1_000 : 0;
  } catch {
    return 0;
  }
}
