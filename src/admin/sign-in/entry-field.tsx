import type { InputHTMLAttributes, ReactNode } from 'react';

export type EntryFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  name: string;
  label: string;
  value: string;
  problem?: string | undefined;
  onChange: (value: string) => void;
  /** What else is said of it, by the `id` of each. */
  notes?: readonly string[];
  /** What stands in the same box, after the input. */
  beside?: ReactNode;
  /** What stands below. */
  children?: ReactNode;
};

/** A labelled input; what is wrong with it is said at it, also to who does not see it. */
export function EntryField(props: EntryFieldProps) {
  const { name, label, problem, onChange, notes = [], beside, children, ...input } = props;
  const said = problem ? [`${name}-problem`, ...notes] : notes;
  return (
    <div className="entry-field">
      <label htmlFor={name}>{label}</label>
      <div className="entry-input">
        <input
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={problem !== undefined}
          {...input}
          id={name}
          name={name}
          aria-describedby={said.join(' ') || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {beside}
      </div>
      {problem ? (
        <p className="entry-problem" id={`${name}-problem`}>
          {problem}
        </p>
      ) : null}
      {children}
    </div>
  );
}
