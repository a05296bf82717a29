import { useState, type SyntheticEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { post } from '../post.ts';
import { TermsField } from './terms-field.tsx';

type NewcomerFormProps = {
  challenge: string;
  provider: string;
  onAnswer: (answer: Response | undefined) => void;
};

/** Asks somebody who has come through a provider to accept the terms, which makes the account. */
export function NewcomerForm({ challenge, provider, onAnswer }: NewcomerFormProps) {
  const { newcomer: texts } = useTexts('providers');
  const { register } = useTexts('visitor');
  const [acceptedTerms, setAccepted] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setAsked(true);
    if (!acceptedTerms) {
      (event.target as HTMLFormElement).querySelector('input')?.focus();
      return;
    }
    setBusy(true);
    const answer = await post('/api/oidc/terms', { challenge, acceptedTerms });
    setBusy(false);
    onAnswer(answer);
  }

  return (
    <form className="entry-form" onSubmit={(event) => void submit(event)} noValidate>
      <p className="entry-lead">{fillTemplate(texts.lead, { provider })}</p>
      <TermsField
        accepted={acceptedTerms}
        problem={isAsked && !acceptedTerms ? register.acceptMissing : undefined}
        onChange={setAccepted}
      />
      <button className="entry-button" type="submit" aria-disabled={isBusy}>
        {texts.submit}
      </button>
    </form>
  );
}
