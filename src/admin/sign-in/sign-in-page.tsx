import { hasEnded } from '../shell/start/return-path.ts';
import { EntryLink } from './entry-link.tsx';
import { useTitle } from './product-name.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useTexts } from '../messages/texts.ts';

type SignInPageProps = { prepare: () => void; enter: () => Promise<void> };

/** The first thing a person sees. Plain React: no library of components comes with it. */
export function SignInPage({ prepare, enter }: SignInPageProps) {
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
