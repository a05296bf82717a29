import type { VisitorPageProps } from '../draw-sign-in.tsx';
import { ConfirmEmailPage } from './confirm-email-page.tsx';
import { ForgotPage } from './forgot-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { ResetPage } from './reset-page.tsx';
import { createNotices, type Notices } from './notices.tsx';
import { useTitle } from '../entry-frame.tsx';
import { loadTexts, useTexts } from '../../messages/texts.ts';

/** What a page of these is given: what its address says, and where its notices go. */
export type AccountPageProps = Notices & { id: string; token: string };

const pages = [
  [/^\/register\/?$/i, RegisterPage],
  [/^\/forgotpassword\/?$/i, ForgotPage],
  [/^\/resetpassword\/(?<id>[^/]+)\/(?<token>[^/]+)\/?$/i, ResetPage],
  [/^\/confirmemail\/(?<id>[^/]+)\/(?<token>[^/]+)\/?$/i, ConfirmEmailPage],
] as const;

/** What there is for a visitor beside the sign-in page, by its address. */
function AccountPages({ path, tell }: VisitorPageProps) {
  for (const [pattern, Page] of pages) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const { id, token } = found.groups ?? {};
    return <Page {...createNotices(tell)} id={decode(id)} token={decode(token)} />;
  }
  return <UnknownPage />;
}

/** With their texts there. */
export async function loadPages(): Promise<typeof AccountPages> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/visitor.ts'));
  return AccountPages;
}

/** What is cut short or mistyped is a token like another: it opens nothing. */
function decode(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Shown at an unknown address, to visitors and users alike (specification, §2). */
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
