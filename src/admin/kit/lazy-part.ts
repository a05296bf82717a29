import { lazy, type ComponentType, type ReactNode } from 'react';
import { loadTexts } from '../messages/texts.ts';

type PropsOf<Component> = Component extends (props: infer Props) => ReactNode ? Props : never;

/** A component in a chunk of its own, loaded when it is first drawn, with the texts that only it needs. */
export function lazyPart<
  Name extends string,
  Module extends Record<Name, (props: never) => ReactNode>,
>(load: () => Promise<Module>, name: Name, texts?: Parameters<typeof loadTexts>[0]) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), texts && loadTexts(texts)]);
    return { default: part[name] as unknown as ComponentType<PropsOf<Module[Name]>> };
  });
}
