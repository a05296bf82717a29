import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { SignInTexts } from '../messages/en/sign-in.ts';
import { isSignInPath } from '../shell/start/return-path.ts';
import { EntryFrame } from './entry-frame.tsx';
import './sign-in-form.css';
import { SignInPage } from './sign-in-page.tsx';
import { productName } from './product-name.ts';
import { usePath } from './visitor-path.ts';
import { useTexts } from '../messages/texts.ts';

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
export function VisitorPages({ prepare, enter }: SignInDoors) {
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
