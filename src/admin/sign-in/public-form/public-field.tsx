import type { FormField } from '../../../contract/public-form.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { ownTimeZone } from '../../../fields/text/time-zone.ts';
import type { Text } from '../../../fields/type/field.ts';
import { Status } from '../../kit/status/status.tsx';
import { useLanguage } from '../../messages/language.ts';
import { useTexts } from '../../messages/texts.ts';
import type { Entered } from './form-values.ts';
import { PublicFiles } from './public-files.tsx';

type PublicFieldProps = {
  collection: string;
  field: FormField;
  /** Of the times in this form. */
  timeZone: string;
  isRequired: boolean;
  entered: Entered;
  problem: string | undefined;
  onChange: (entered: Entered) => void;
};

/** One field of a public form with its help, as an input of the browser. */
export function PublicField(props: PublicFieldProps) {
  const { field, timeZone, isRequired, problem } = props;
  const { name, help, input, many } = field;
  const say = useSay();
  const { optional, localTime } = useTexts('public-form');
  const isBox = input === 'boolean';
  const label =
    isRequired || isBox ? say(field.label) : fillTemplate(optional, { label: say(field.label) });
  const notes = (
    <>
      {help && (
        <p className="entry-hint" id={`${name}-help`}>
          {say(help)}
        </p>
      )}
      {isElsewhere(props) && (
        <p className="entry-hint" id={`${name}-zone`}>
          {fillTemplate(localTime, { timeZone })}
        </p>
      )}
      {problem && (
        <Status as="p" className="entry-problem" id={`${name}-problem`}>
          {problem}
        </Status>
      )}
    </>
  );
  if (isBox)
    return (
      <div className="entry-terms">
        <label>
          <Input {...props} />
          {label}
        </label>
        {notes}
      </div>
    );
  if (input === 'choice' && many)
    return (
      <fieldset className="entry-field entry-boxes" aria-describedby={describe(props)}>
        <legend>{label}</legend>
        <Boxes {...props} />
        {notes}
      </fieldset>
    );
  return (
    <div className="entry-field">
      <label htmlFor={name}>{label}</label>
      <Input {...props} />
      {notes}
    </div>
  );
}

function describe(props: PublicFieldProps): string | undefined {
  const { name, help } = props.field;
  const notes = [
    props.problem && `${name}-problem`,
    help && `${name}-help`,
    isElsewhere(props) && `${name}-zone`,
  ];
  return notes.filter(Boolean).join(' ') || undefined;
}

/** Whether the visitor would read a time as one of their own zone. */
function isElsewhere({ field, timeZone }: PublicFieldProps): boolean {
  return field.input === 'datetime' && timeZone !== ownTimeZone();
}

const types = { text: 'text', email: 'email', date: 'date', datetime: 'datetime-local' } as const;

function Input(props: PublicFieldProps) {
  const { collection, field, isRequired, entered, problem, onChange } = props;
  const { name, input, maxLength } = field;
  const common = {
    id: name,
    name,
    required: isRequired,
    'aria-invalid': problem !== undefined,
    'aria-describedby': describe(props),
  };
  if (input === 'boolean')
    return (
      <input
        {...common}
        type="checkbox"
        required={false}
        checked={entered === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  if (input === 'file')
    return <PublicFiles collection={collection} field={field} input={common} onChange={onChange} />;
  const value = String(entered);
  const text = {
    ...common,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (input === 'choice') return <Choice {...text} field={field} />;
  if (input === 'multiline') return <textarea {...text} rows={4} maxLength={maxLength} />;
  if (input === 'number') return <input {...text} type="number" step="any" />;
  const autoComplete = input === 'email' ? 'email' : undefined;
  return <input {...text} type={types[input]} maxLength={maxLength} autoComplete={autoComplete} />;
}

type ChoiceProps = React.SelectHTMLAttributes<HTMLSelectElement> & { field: FormField };

function Choice({ field, ...rest }: ChoiceProps) {
  const { choose, taken } = useTexts('public-form');
  const say = useSay();
  return (
    <select {...rest}>
      <option value="">{choose}</option>
      {field.options?.map(({ value, label, isTaken }) => (
        <option key={value} value={value} disabled={isTaken}>
          {isTaken ? fillTemplate(taken, { label: say(label) }) : say(label)}
        </option>
      ))}
    </select>
  );
}

/** A box for each of the values. */
function Boxes({ field: { name, options = [] }, entered, onChange }: PublicFieldProps) {
  const say = useSay();
  const chosen = Array.isArray(entered) ? entered.map(String) : [];
  const toggle = (text: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, text] : chosen.filter((each) => each !== text));
  return options.map(({ value, label }, index) => (
    <label key={value}>
      <input
        type="checkbox"
        name={name}
        id={index === 0 ? name : undefined}
        checked={chosen.includes(String(value))}
        onChange={(event) => toggle(String(value), event.target.checked)}
      />
      {say(label)}
    </label>
  ));
}

/** Says a text of the installation in the language of the page. */
export function useSay(): (text: Text) => string {
  const language = useLanguage();
  return (text) => text[language] ?? text['en'] ?? Object.values(text)[0] ?? '';
}
