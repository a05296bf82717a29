import { useEffect, useRef, useState } from 'react';
import type { FormField } from '../../../contract/public-form.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Status } from '../../kit/status/status.tsx';
import { useTexts } from '../../messages/texts.ts';
import { problemTexts } from '../account/visitor-form.tsx';
import { readRefusal, secondsToWait } from '../read-refusal.ts';
import { newKey } from '../../client/new-key.ts';
import { type Entered, ON_ITS_WAY } from './form-values.ts';

/** A file that was chosen: on its way, stored under its id, or refused. */
type Chosen = { key: string; file: File; id?: string; refusal?: string };

type PublicFilesProps = {
  /** Of the collection. */
  collection: string;
  field: FormField;
  /** The attributes of the input. */
  input: { id: string; required: boolean; 'aria-invalid': boolean; 'aria-describedby'?: string };
  onChange: (entered: Entered) => void;
};

/** The chosen files. Each is sent as soon as it is chosen. */
function useFiles({ collection, field, onChange }: PublicFilesProps) {
  const texts = useTexts('public-form');
  const [files, setFiles] = useState<readonly Chosen[]>([]);
  const current = useRef(files);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });

  function change(next: readonly Chosen[]): void {
    current.current = next;
    setFiles(next);
    const stored = next.filter(({ refusal }) => !refusal);
    tell.current(stored.map(({ id }) => id ?? ON_ITS_WAY));
  }
  function choose(list: FileList | null): void {
    const added = [...(list ?? [])].map((file) => ({ key: newKey(), file, ...checkSize(file) }));
    change(field.many ? [...current.current, ...added] : added);
    for (const one of added) void store(one);
  }
  function checkSize({ size }: File): Pick<Chosen, 'refusal'> {
    const { maxBytes = Infinity } = field;
    const most = `${Math.floor(maxBytes / 1_000_000)} MB`;
    return size > maxBytes ? { refusal: fillTemplate(texts.tooLarge, { size: most }) } : {};
  }
  async function store({ key, file, refusal }: Chosen): Promise<void> {
    if (refusal) return;
    const outcome = await send(collection, field.name, file);
    const now = 'id' in outcome ? outcome : { refusal: outcome.refusal ?? texts.notSent };
    change(current.current.map((one) => (one.key === key ? { ...one, ...now } : one)));
  }
  const remove = (key: string) => change(files.filter((one) => one.key !== key));
  return { files, choose, remove };
}

/** Files of a public form. Each is sent as soon as it is chosen, and can be taken away again. */
export function PublicFiles(props: PublicFilesProps) {
  const { field, input } = props;
  const texts = useTexts('public-form');
  const { files, choose, remove } = useFiles(props);
  return (
    <>
      <input
        {...input}
        required={input.required && files.length === 0}
        type="file"
        multiple={field.many}
        accept={field.accept?.join()}
        onChange={({ target }) => {
          choose(target.files);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      {files.length > 0 && (
        <ul className="entry-files">
          {files.map(({ key, file, id, refusal }) => (
            <li key={key}>
              <span>{file.name}</span>
              <Status as="span" className={refusal ? 'entry-problem' : 'entry-hint'}>
                {refusal ?? (id ? texts.fileSent : texts.sendingFile)}
              </Status>
              <button
                type="button"
                className="entry-other"
                aria-label={fillTemplate(texts.removeFile, { name: file.name })}
                onClick={() => remove(key)}
              >
                {texts.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Outcome = { id: string } | { refusal?: string };

/** The last file that is being sent: a network may send two at once, and others may share it. */
let last: Promise<unknown> = Promise.resolve();

/** Sends a file after those before it; its id, or why there is none: no reason if no answer came. */
function send(collection: string, field: string, file: File): Promise<Outcome> {
  const sent = last.then(() => sendNow(collection, field, file, MOST_ATTEMPTS));
  last = sent;
  return sent;
}

/** How often a file is sent while others of the same network send theirs. */
const MOST_ATTEMPTS = 6;

async function sendNow(
  collection: string,
  field: string,
  file: File,
  attempts: number,
): Promise<Outcome> {
  const response = await fetch(`/api/public/${collection}/files?field=${field}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    },
    body: file,
  }).catch(() => undefined);
  if (response?.ok) return (await response.json()) as { id: string };
  const { problems = [] } = response ? await readRefusal(response) : {};
  if (response && problems[0]?.code === 'A020' && attempts > 1) {
    await new Promise((resolve) => setTimeout(resolve, secondsToWait(response) * 1_000));
    return sendNow(collection, field, file, attempts - 1);
  }
  const [refusal] = Object.values(await problemTexts(problems));
  return { ...(refusal !== undefined && { refusal }) };
}
