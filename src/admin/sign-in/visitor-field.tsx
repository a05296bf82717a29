import type { InputHTMLAttributes, ReactNode } from 'react';
import { Status } from '../kit/status/status.tsx';

export type VisitorFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  name: string;
  label: string;
  value: string;
  problem?: string | undefined;
  onChange: (value: string) => void;
  /** The ids of the elements that describe the input. */
  notes?: readonly string[];
  /** Content in the same box, after the input. */
  beside?: ReactNode;
  /** Content below the input. */
  children?: ReactNode;
};

/** A labelled input that shows its problem and announces it to screen readers. */
export function VisitorField(props: VisitorFieldProps) {
  const { name, label, problem, onChange, notes = [], beside, children, ...input } = props;
  const describedBy = problem ? [`${name}-problem`, ...notes] : notes;
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
          aria-describedby={describedBy.join(' ') || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {beside}
      </div>
      {problem ? (
        // Read aloud, because the focus may stay where it is.
        <Status as="p" className="entry-problem" id={`${name}-problem`}>
          {problem}
        </Status>
      ) : null}
      {children}
    </div>
  );
}
