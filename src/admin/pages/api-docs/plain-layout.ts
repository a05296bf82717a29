import type { ApiDocument } from './document-parts.ts';

type Component = string | ((props: never) => unknown);
type React = {
  createElement(type: Component, props: object | null, ...children: unknown[]): unknown;
};
type System = { React: React };
type LayoutProps = { getComponent(name: string, withContainer: true): Component };

/**
 * Renders the parts of a document one after the other under one heading. The original adds a second
 * title and a second main part, asks for the known server and token, and puts links into its buttons.
 */
export function plainLayout({ info }: ApiDocument): () => object {
  return () => ({
    wrapComponents: {
      BaseLayout: (_original: unknown, { React: { createElement } }: System) =>
        function PlainLayout({ getComponent }: LayoutProps) {
          const part = (name: string, props: object | null = null) =>
            createElement(getComponent(name, true), props);
          return createElement(
            'div',
            { className: 'swagger-ui' },
            createElement('h2', null, `${info.title} ${info.version}`),
            part('Markdown', { source: info.description }),
            part('errors'),
            part('FilterContainer'),
            part('operations'),
          );
        },
      authorizeOperationBtn: () => () => null,
      DeepLink: (_original: unknown, { React: { createElement } }: System) =>
        function PlainPath({ text }: { text: string }) {
          return createElement('span', null, text);
        },
    },
  });
}
