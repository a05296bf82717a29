import { FailureBoundary } from '../kit/loading/failure-boundary.tsx';
import type { ScreenCode } from '../kit/screens/define-screen.ts';
import type { Screens } from '../screens.ts';
import type { SignInCalls, VisitorPageProps } from './visitor-page.ts';
import { StrictMode, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts, useTexts } from '../messages/texts.ts';
import type { SignInTexts } from '../messages/en/sign-in/sign-in.ts';
import { isFormPath, isSignInPath, readSessionEnd } from '../shell/start/return-path.ts';
import { SignInPicture, VisitorFrame, productName, useTitle } from './visitor-frame.tsx';
import { usePath, VisitorLink } from './visitor-link.tsx';
import { signInWays } from './ways.ts';
import { SignInForm } from './sign-in-form.tsx';
import type { SecondFactor } from './second-step.tsx';
import { saveSession } from '../client/account/session.ts';

import './sign-in-form.css';

/** Renders the pages for visitors. Returns a function that removes them. */
export async function drawSignIn(
  container: HTMLElement,
  doors: SignInCalls,
  loadScreens: () => Promise<Screens>,
): Promise<() => void> {
  const [Picture] = await Promise.all([
    loadPicture(loadScreens),
    loadTexts(import.meta.glob('/src/admin/messages/*/sign-in/sign-in.ts')),
    ...(isFormPath(location.pathname) ? [] : [loadWays()]),
  ]);
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <VisitorPages calls={doors} Picture={Picture} />
    </StrictMode>,
  );
  return () => root.unmount();
}

const AccountPages = lazy(async () => ({
  default: await (await import('./account/account-pages.tsx')).loadPages(),
}));

const PublicForm = lazy(async () => ({
  default: await (await import('./public-form/public-form-page.tsx')).loadPublicForm(),
}));

/** Pages that lead to a password. Where nobody has one, people see how to sign in. */
function needsPasswords(path: string): boolean {
  return /^\/(register|forgotpassword)\/?$/i.test(path);
}

/** The title of a page as its links show it, until the page's own texts are loaded. */
function titleOf(path: string, { register, forgot }: SignInTexts): string {
  if (/^\/register\b/i.test(path)) return register;
  return /^\/forgotPassword\b/i.test(path) ? forgot : productName;
}

/** The pages without a session. */
function VisitorPages({ calls, Picture }: { calls: SignInCalls; Picture: ComponentType }) {
  const path = usePath();
  const texts = useTexts('sign-in');
  const [notice, tell] = useState<ReactNode>(null);
  return (
    <VisitorFrame Picture={Picture}>
      {notice}
      <Suspense fallback={<h1>{titleOf(path, texts)}</h1>}>
        <VisitorPage path={path} tell={tell} calls={calls} />
      </Suspense>
    </VisitorFrame>
  );
}

function VisitorPage(props: VisitorPageProps) {
  const { path, calls } = props;
  if (isFormPath(path)) return <PublicForm path={path} />;
  const isSignIn = isSignInPath(path) || (!signInWays.passwords && needsPasswords(path));
  return isSignIn ? <SignInPage {...calls} /> : <AccountPages {...props} />;
}

/** The first page people see. It is plain React, without a component library. */
function SignInPage({ prepare, enter, leaveTo }: SignInCalls) {
  const texts = useTexts('sign-in');
  const end = readSessionEnd(location.search);
  const { passwords, Buttons } = signInWays;
  const [email, setEmail] = useState('');
  const [second, setSecond] = useState<SecondFactor>();
  useTitle(texts.title);
  if (second)
    return (
      <second.Step
        factor={second.factor}
        email={email}
        onDone={(session) => {
          saveSession(session);
          void enter();
        }}
        onAgain={() => setSecond(undefined)}
      />
    );
  return (
    <>
      <h1>{texts.title}</h1>
      <p className="entry-lead">{end === undefined ? texts.lead : texts.ended[end]}</p>
      {passwords && (
        <SignInForm {...{ prepare, enter, email, setEmail }} onSecondFactor={setSecond} />
      )}
      {Buttons && <Buttons leaveTo={leaveTo} />}
      {passwords && (
        <p className="entry-ways">
          <VisitorLink to="/forgotPassword">{texts.forgot}</VisitorLink>
          <VisitorLink to="/register">{texts.register}</VisitorLink>
        </p>
      )}
    </>
  );
}

/** Finds the picture of the installation, if it has one. The list of its screens is small; the page loads no more of them. */
async function loadPicture(loadScreens: () => Promise<Screens>): Promise<ComponentType> {
  try {
    const { replace = [] } = await loadScreens();
    const code = replace.find((one) => one.part === 'signInPicture');
    if (!code) return SignInPicture;
    return toOwnPicture(code);
  } catch (cause) {
    console.error('The picture of the installation did not load', cause);
    return SignInPicture;
  }
}

/** The picture of an installation. If its code fails, the page has the usual one: people must be able to sign in. */
function toOwnPicture({ load }: ScreenCode<'signInPicture'>): ComponentType {
  const Own = lazy(async () => ({ default: (await load()).Screen }));
  return function OwnPicture() {
    return (
      <FailureBoundary renderFailure={() => <SignInPicture />}>
        <Suspense fallback={null}>
          <Own Default={SignInPicture} />
        </Suspense>
      </FailureBoundary>
    );
  };
}

/** Milliseconds for which the page waits for it. */
const WAYS_TIMEOUT_MS = 5_000;

/** Asks the server how people sign in, and loads the buttons of the providers where there are some. */
async function loadWays(): Promise<void> {
  const signal = AbortSignal.timeout(WAYS_TIMEOUT_MS);
  // Without a connection, the form says so when it is sent.
  const response = await fetch('/api/sign-in', { signal }).catch(() => undefined);
  if (!response?.ok) return;
  Object.assign(signInWays, { Buttons: undefined }, await response.json());
  if (signInWays.providers.length > 0)
    signInWays.Buttons = await (await import('./provider-buttons.tsx')).loadButtons();
}
