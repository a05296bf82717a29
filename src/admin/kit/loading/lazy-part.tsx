import { lazy, Suspense, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { loadTexts } from '../../messages/texts.ts';

/**
 * A component in a chunk of its own, loaded when it is first rendered, together with the
 * texts that only it needs. Until then its place is empty, or shows the `fallback`.
 */
export function lazyPart<Name extends string, Module extends Record<Name, ComponentType<any>>>(
  load: () => Promise<Module>,
  name: Name,
  texts?: Parameters<typeof loadTexts>[0],
) {
  const Part = lazy(async () => {
    const [part] = await Promise.all([load(), texts && loadTexts(texts)]);
    return { default: part[name] as ComponentType<object> };
  });
  return function LazyPart({
    fallback,
    ...props
  }: ComponentProps<Module[Name]> & { fallback?: ReactNode }) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}
