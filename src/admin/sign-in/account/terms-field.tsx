import { useTexts } from '../../messages/texts.ts';

type TermsFieldProps = {
  accepted: boolean;
  problem: string | undefined;
  onChange: (accepted: boolean) => void;
};

/** The terms can be read in place, so that nobody loses their input. */
export function TermsField({ accepted, problem, onChange }: TermsFieldProps) {
  const { register, terms } = useTexts('visitor');
  const note = 'acceptedTerms-problem';
  return (
    <div className="entry-terms">
      <label>
        <input
          type="checkbox"
          name="acceptedTerms"
          required
          checked={accepted}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : note}
          onChange={(event) => onChange(event.target.checked)}
        />
        {register.accept}
      </label>
      {problem === undefined ? null : (
        <p className="entry-problem" id={note}>
          {problem}
        </p>
      )}
      <details>
        <summary>{terms.title}</summary>
        <ul>
          {terms.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
