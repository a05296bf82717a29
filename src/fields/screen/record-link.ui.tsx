import { useReference } from 'react-admin';
import { Link } from 'react-router-dom';
import { titlesMeta, useReferences } from '../type/reference-context.tsx';
import { useFieldTexts } from './texts.ui.ts';
import './values.css';

type RecordLinkProps = { resource: string; id: string };

/** A record of another resource, by its title. All titles of a page load together. */
export function RecordLink(props: RecordLinkProps) {
  const { mayRead, titleThen } = useReferences();
  const then = titleThen?.(props.resource, props.id);
  if (!mayRead(props.resource)) return then ?? <HiddenRecord id={props.id} />;
  return then === undefined ? (
    <ReadableRecord {...props} />
  ) : (
    <TitledRecord {...props} title={then} />
  );
}

function ReadableRecord({ resource, id }: RecordLinkProps) {
  const { titleOf, shortTitleOf } = useReferences();
  const { referenceRecord, isPending } = useReference({
    reference: resource,
    id,
    options: { meta: titlesMeta },
  });
  if (isPending) return <span className="record-waiting" />;
  if (referenceRecord === undefined) return <HiddenRecord id={id} />;
  const title = titleOf(resource, referenceRecord);
  const text = shortTitleOf?.(resource, referenceRecord);
  return <TitledRecord {...{ resource, id, title }} {...(text && { text })} />;
}

type TitledRecordProps = { resource: string; id: string; title: string; text?: string };

function TitledRecord({ resource, id, title, text = title }: TitledRecordProps) {
  const { pathOf } = useReferences();
  return (
    <Link
      className="record-link"
      to={pathOf(resource, id)}
      title={title}
      // A click on a list's row opens the row's own record, so this click must not reach it.
      onClick={(event) => event.stopPropagation()}
    >
      {text}
    </Link>
  );
}

/**
 * Shown for a record that the reader cannot open, calmly, because the reader has made no error. For a hidden record
 * the server answers as if it did not exist.
 */
function HiddenRecord({ id }: { id: string }) {
  const texts = useFieldTexts();
  return (
    <span className="record-hidden" title={id}>
      {texts.reference.hidden}
    </span>
  );
}
