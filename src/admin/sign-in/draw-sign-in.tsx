import { StrictMode, lazy, Suspense, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts, useTexts } from '../messages/texts.ts';
import type { SignInTexts } from '../messages/en/sign-in.ts';
import { isSignInPath, hasEnded } from '../shell/start/return-path.ts';
import { EntryFrame, productName, useTitle } from './entry-frame.tsx';
import './sign-in-form.css';
import { usePath, EntryLink } from './entry-link.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Draws what a visitor sees; answers how to take it away again. */
export async function drawSignIn(container: HTMLElement, doors: SignInDoors): Promise<() => void> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/sign-in.ts'));
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <VisitorPages {...doors} />
    </StrictMode>,
  );
  return () => root.unmount();
}

export type SignInDoors = {
  /** Begins to load what comes next; called as soon as somebody types. */
  prepare: () => void;
  /** The session is there: on to the app. */
  enter: () => Promise<void>;
};

/** A page beside the sign-in page; its notice stays when it leads to another one. */
export type VisitorPageProps = { path: string; tell: (notice: ReactNode) => void };

const AccountPages = lazy(async () => ({
  default: await (await import('./account/account-pages.tsx')).loadPages(),
}));

/** What a page is called by the links that lead to it, while its own texts are on their way. */
function titleOf(path: string, { register, forgot }: SignInTexts): string {
  if (/^\/register\b/i.test(path)) return register;
  return /^\/forgotPassword\b/i.test(path) ? forgot : productName;
}

/** What there is without a session. */
function VisitorPages({ prepare, enter }: SignInDoors) {
  const path = usePath();
  const texts = useTexts('sign-in');
  const [notice, tell] = useState<ReactNode>(null);
  return (
    <EntryFrame>
      {notice}
      <Suspense fallback={<h1>{titleOf(path, texts)}</h1>}>
        {isSignInPath(path) ? (
          <SignInPage prepare={prepare} enter={enter} />
        ) : (
          <AccountPages path={path} tell={tell} />
        )}
      </Suspense>
    </EntryFrame>
  );
}

/** The first thing a person sees. Plain React: no library of components comes with it. */
function SignInPage({ prepare, enter }: { prepare: () => void; enter: () => Promise<void> }) {
  const texts = useTexts('sign-in');
  useTitle(texts.title);
  return (
    <>
      <h1>{texts.title}</h1>
      <p className="entry-lead">{hasEnded(location.search) ? texts.expired : texts.lead}</p>
      <SignInForm prepare={prepare} enter={enter} />
      <p className="entry-ways">
        <EntryLink to="/forgotPassword">{texts.forgot}</EntryLink>
        <EntryLink to="/register">{texts.register}</EntryLink>
      </p>
    </>
  );
}
