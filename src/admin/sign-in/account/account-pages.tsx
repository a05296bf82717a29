import type { VisitorPageProps } from '../visitor-page.ts';
import { ProviderPage } from './provider-page.tsx';
import { SignInLinkPage } from './sign-in-link-page.tsx';
import { ConfirmEmailPage, UnsubscribePage } from './confirm-email-page.tsx';
import { ForgotPage } from './forgot-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { ResetPage } from './reset-page.tsx';
import { createNotices } from './notices.tsx';
import { useTitle } from '../visitor-frame.tsx';
import { loadTexts, useTexts } from '../../messages/texts.ts';

const pages = [
  [/^\/register\/?$/i, RegisterPage],
  [/^\/forgotpassword\/?$/i, ForgotPage],
  [/^\/resetpassword\/(?<id>[^/]+)\/(?<token>[^/]+)\/?$/i, ResetPage],
  [/^\/oidc\/(?<id>[^/]+)\/?$/i, ProviderPage],
  [/^\/signin\/(?<id>[^/]+)\/(?<token>[^/]+)\/?$/i, SignInLinkPage],
  [/^\/confirmemail\/(?<id>[^/]+)\/(?<token>[^/]+)\/?$/i, ConfirmEmailPage],
  [/^\/unsubscribe\/(?<token>[^/]+)\/?$/i, UnsubscribePage],
] as const;

/** The visitors' pages other than the sign-in page, by address. */
function AccountPages({ path, tell, calls: { enter, leaveTo } }: VisitorPageProps) {
  for (const [pattern, Page] of pages) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const { id, token } = match.groups ?? {};
    const address = { id: decode(id), token: decode(token) };
    return <Page {...createNotices(tell)} {...{ enter, leaveTo }} {...address} />;
  }
  return <UnknownPage />;
}

/** Returns the pages once their texts are loaded. */
export async function loadPages(): Promise<typeof AccountPages> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/sign-in/{visitor,providers}.ts'));
  return AccountPages;
}

/** An incomplete or mistyped address gives a token that opens nothing, like any wrong token. */
function decode(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Shown for an unknown address, to visitors and users alike (specification, §2). */
function UnknownPage() {
  const { unknown } = useTexts('visitor');
  useTitle(unknown.title);
  return (
    <>
      <h1>{unknown.title}</h1>
      <p className="entry-lead">{unknown.text}</p>
      <a className="entry-button" href="/login">
        {unknown.toSignIn}
      </a>
    </>
  );
}
