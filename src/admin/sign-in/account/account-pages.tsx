import type { VisitorPageProps } from '../visitor-pages.tsx';
import { loadVisitorTexts } from '../visitor-texts.ts';
import { ConfirmEmailPage } from './confirm-email-page.tsx';
import { ForgotPage } from './forgot-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { ResetPage } from './reset-page.tsx';
import { UnknownPage } from '../../account/unknown-page.tsx';
import { createNotices, type Notices } from './notices.tsx';

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
  await loadVisitorTexts();
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
