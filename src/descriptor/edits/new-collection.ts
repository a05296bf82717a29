import { findNodeAtLocation } from 'jsonc-parser';
import { isReservedAddress } from '../read/checks/address-checks.ts';
import { keyFlaw } from '../read/grammar-problems.ts';
import { asObject } from '../read/draft.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { createRenaming } from '../names/renaming.ts';
import { checkNewName, insertAt, removeAt, setAt } from './edit.ts';
import { insertMember, writtenMember } from './member-edits.ts';
import { directMentionsOf, removeWithMentions } from './mentions.ts';
import {
  declaredAt,
  type DescriptorFiles,
  type Edited,
  fileOf,
  openFiles,
  type Opened,
  type Refusal,
  sourceOf,
  wholeOf,
  withText,
} from './open-files.ts';
import { linksIn } from './rename.ts';
import { renameDescriptor } from './rename-descriptor.ts';
import { parse } from './write-value.ts';

/** A collection that is not declared yet. */
export type NewCollection = { name: string; value: JsonObject };

/** What is wrong with the name of a new collection. */
export function checkCollectionName(files: DescriptorFiles, name: string): Refusal | undefined {
  const opened = openFiles(files);
  if ('refused' in opened) return opened.refused;
  const path = ['resources', name];
  // A file that is typed by hand cannot tell names apart that differ only in case.
  const isTwin = collectionsIn(opened).some((one) => one.toLowerCase() === name.toLowerCase());
  const wrong = checkNewName(opened, ['resources'], name);
  if (wrong) return wrong;
  if (isTwin) return { reason: 'taken', path };
  if (!isReservedAddress(name)) return undefined;
  const { problem } = keyFlaw('D009', path, { value: name });
  return { reason: 'name', path, problem: { ...problem, line: 1, column: 1 } };
}

/** Every installation has users, whether it declares them or not. */
function collectionsIn(opened: Opened): string[] {
  return ['users', ...Object.keys(asObject(wholeOf(opened).resources))];
}

/** Adds a collection to one of the files, or to a new one, which the descriptor then includes. */
export function addCollection(
  files: DescriptorFiles,
  { name, value }: NewCollection,
  path: string,
): Edited {
  const wrong = checkCollectionName(files, name);
  if (wrong) return { refused: wrong };
  const file = files.find((one) => one.path === path) ?? { path, text: '{}\n' };
  const edited = insertAt([file], ['resources'], { key: name, value });
  if ('refused' in edited) return edited;
  const [written = file] = edited.files;
  if (files.some((one) => one.path === path))
    return { files: files.map((one) => (one.path === path ? written : one)) };
  const opened = openFiles(files);
  if ('refused' in opened) return opened;
  const included = declaredAt(opened, ['include']);
  const key = Array.isArray(included) ? included.length : 0;
  const named = insertAt(files, ['include'], { key, value: path });
  return 'refused' in named ? named : { files: [...named.files, written] };
}

/** The files that can have another collection, the usual one first. */
export function filesFor(files: DescriptorFiles): readonly string[] {
  const opened = openFiles(files);
  if ('refused' in opened) return [];
  const usual = files[fileOf(opened, ['resources'])]?.path;
  const others = opened.files.filter(({ value }) => isObject(value['resources']));
  return [...new Set([usual, ...others.map(({ file }) => file.path)])].filter(
    (path) => path !== undefined,
  );
}

/**
 * Adds a copy of a collection below it, with its comments. The copy refers to itself where the collection refers to
 * itself. What only the collection can have does not come along: its addresses, what is public of it, and the lists and
 * sums of records that refer to it. `changes` are settings of the copy; undefined removes one.
 */
export function copyCollection(
  files: DescriptorFiles,
  from: string,
  { name, changes }: { name: string; changes: JsonObject },
): Edited {
  const wrong = checkCollectionName(files, name);
  if (wrong) return { refused: wrong };
  const copied = copyText(files, from, name);
  if ('refused' in copied) return copied;
  const own = withoutIncoming(copied.files, from, name);
  const opened = openFiles(own);
  if ('refused' in opened) return opened;
  const {
    path: _,
    root: __,
    was: ___,
    public: ____,
    ...kept
  } = asObject(declaredAt(opened, ['resources', name]));
  const change = [{ resource: { from, to: name }, fields: [] }];
  const names = createRenaming(linksIn(wholeOf(opened)), change, 'from');
  const { value } = renameDescriptor(names, { resources: { [from]: ofItself(kept, from) } });
  const renamed = asObject(asObject(value.resources)[name]);
  return setAt(own, ['resources', name], { ...renamed, ...changes });
}

/** Other collections refer to the original. */
function ofItself({ children, ...rest }: JsonObject, from: string): JsonObject {
  if (!Array.isArray(children)) return rest;
  const own = children.filter((child: unknown) => asObject(child)['resource'] === from);
  return own.length === 0 ? rest : { ...rest, children: own };
}

/** Writes a collection once more below itself, as it stands in the text. */
function copyText(files: DescriptorFiles, from: string, name: string): Edited {
  const opened = openFiles(files);
  if ('refused' in opened) return opened;
  const path = ['resources', from];
  const index = fileOf(opened, path);
  const text = opened.files[index]?.file.text ?? '';
  const member = index < 0 ? undefined : findNodeAtLocation(parse(text), path)?.parent;
  const [key] = member?.children ?? [];
  const container = member?.parent;
  if (!member || !key || !container) return { refused: { reason: 'gone', path } };
  const { written } = writtenMember(text, member);
  const body = JSON.stringify(name) + written.body.slice(key.length);
  const at = (container.children ?? []).indexOf(member) + 1;
  return {
    files: withText(opened, index, insertMember(text, container, at, { ...written, body })),
  };
}

/** The copy without what is about records that refer to the collection, as none refer to the copy. */
function withoutIncoming(files: DescriptorFiles, from: string, name: string): DescriptorFiles {
  const opened = openFiles(files);
  if ('refused' in opened) return files;
  const references = [...linksIn(wholeOf(opened))].flatMap(([other, fields]) =>
    other === from || other === name || other === ''
      ? []
      : [...fields].flatMap(([field, to]) =>
          to === from ? [['resources', other, 'fields', field]] : [],
        ),
  );
  const parts = references
    .flatMap((reference) => {
      const set = sourceOf(opened, reference);
      const found = directMentionsOf(files, set ?? reference);
      return 'mentions' in found ? found.mentions : [];
    })
    .filter(({ path }) => path[0] === 'resources' && path[1] === name)
    .map(({ path }) => path);
  return [...parts].toReversed().reduce((left, part) => {
    // A field that is computed from them is nothing without them.
    const edited =
      part[2] === 'fields' && part.length === 4
        ? removeWithMentions(left, part)
        : removeAt(left, part);
    // A part of what has been removed already is gone.
    return 'files' in edited ? edited.files : left;
  }, files);
}
