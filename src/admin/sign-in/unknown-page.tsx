import { EntryFrame } from './entry-frame.tsx';
import { useTitle } from './product-name.ts';
import { useTexts } from './texts.ts';

/** For an address that is no page, whoever asks (specification, §2: it has no guard). */
export function UnknownPage() {
  const texts = useTexts();
  useTitle(texts.notFoundTitle);
  return (
    <EntryFrame>
      <h1>{texts.notFoundTitle}</h1>
      <p className="entry-lead">{texts.notFound}</p>
      <a className="entry-button" href="/login">
        {texts.toSignIn}
      </a>
    </EntryFrame>
  );
}
