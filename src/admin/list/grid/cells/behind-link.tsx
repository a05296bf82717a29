import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { mayDo } from '../../../../descriptor/access.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { useConfig } from '../../../client/config.tsx';
import { toRecordPath } from '../../../kit/screen-paths.ts';
import { TextLink } from '../../../kit/text-link.tsx';
import { useI18n } from '../../../kit/use-i18n.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

type BehindProps = { record: RaRecord; field: Field };

/** A link to the record that has the value of a column; nothing for a column of the row itself. */
export function BehindLink(props: BehindProps) {
  const way = useWayBehind(props);
  return (
    way && (
      <TextLink to={way.to} sx={{ display: 'block', mt: 1 }}>
        {way.label}
      </TextLink>
    )
  );
}

/** The same for users who point, and for a reference. By keyboard it is a link in the card that Space opens. */
export function BehindButton(props: BehindProps) {
  const way = useWayBehind(props, true);
  return (
    way && (
      <Link
        tabIndex={-1}
        aria-hidden
        title={way.label}
        className="g-tool g-beside g-behind"
        to={way.to}
      />
    )
  );
}

/** `isOwn`: also to the record in a reference of the row itself. */
function useWayBehind({ record, field }: BehindProps, isOwn = false) {
  const { descriptor, role } = useConfig();
  const { resource, find } = useResource();
  const { texts, say } = useI18n();
  const way = resource.through.find(field.name);
  const to = isOwn ? field.kind.relation?.(field.settings).to : undefined;
  const link = way
    ? { name: way.reference, to: way.resources.at(-1), label: find(way.reference)?.label }
    : { name: field.name, to, label: field.label };
  const target = descriptor.resources.get(link.to ?? '');
  const id: unknown = record[link.name];
  if (!target || typeof id !== 'string') return undefined;
  if (!mayDo(descriptor, role, target, 'read')) return undefined;
  const label = say(link.label ?? target.label);
  return { to: toRecordPath(target, id), label: fillTemplate(texts.grid.openBehind, { label }) };
}
