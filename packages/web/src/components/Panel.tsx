import { Button, Section, SectionCard } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh } from '@blueprintjs/icons';
import type { Sourced } from '@triquad/core';
import { type HTMLAttributes, type ReactNode, Suspense } from 'react';
import { classes } from '../elements/classes.ts';
import { Skeleton } from '../elements/Skeleton.tsx';
import { SourceMark } from '../elements/stated-source.tsx';
import { useMessages } from '../messages/messages.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Notice } from './Notice.tsx';
import styles from './Panel.module.css';

/** Loading, empty and failed are designed; `ready` draws the children. */
export type PanelState =
  | { kind: 'loading' }
  | { kind: 'ready' }
  | { kind: 'empty'; text: string; hint?: string | undefined }
  | { kind: 'failed'; detail: string; retry: () => void };

type Props = {
  title: string;
  state: PanelState;
  /** Pixels that the body takes in every state, so that nothing moves when data arrives. */
  height: number;
  actions?: ReactNode;
  /** Source of its figures; shown if it differs from the screen's. */
  of?: Sourced | null | undefined;
  icon?: ReactNode;
  flush?: boolean;
  stale?: boolean;
  children: ReactNode;
};

/** A titled part of a screen: one broken panel never blanks the others. */
export function Panel({ title, state, height, actions, of, icon, flush = false, stale = false, children }: Props) {
  return (
    <Section
      compact
      className={classes('panel', styles.panel)}
      titleRenderer={Title}
      title={title}
      aria-label={title}
      role="region"
      {...(icon ? { icon: icon as React.JSX.Element } : {})}
      rightElement={
        <div className="row">
          <SourceMark of={of} />
          {actions}
        </div>
      }
    >
      <SectionCard padded={!flush}>
        <div className={classes(styles.body, flush && styles.flush, stale && 'stale')} style={{ minHeight: height }}>
          <ErrorBoundary fallback={(error, retry) => <Broken title={title} error={error} retry={retry} />}>
            <Suspense fallback={<Skeleton height={height} />}>
              <PanelBody title={title} state={state} height={height}>
                {children}
              </PanelBody>
            </Suspense>
          </ErrorBoundary>
        </div>
      </SectionCard>
    </Section>
  );
}

/** Screens have one heading of the first level; each panel is below it. */
export function Title({ className, children }: HTMLAttributes<HTMLElement>) {
  return <h2 className={classes(className, styles.title)}>{children}</h2>;
}

function PanelBody({ title, state, height, children }: Pick<Props, 'title' | 'state' | 'height' | 'children'>) {
  const messages = useMessages();
  switch (state.kind) {
    case 'loading':
      return <Skeleton height={height} />;
    case 'empty':
      return <Notice title={state.text} hint={state.hint} />;
    case 'failed':
      return (
        <Notice
          icon={<ErrorIcon size={32} />}
          title={messages.panel.failed(title)}
          hint={state.detail}
          action={<Button icon={<Refresh />} text={messages.panel.retry} onClick={state.retry} />}
        />
      );
    case 'ready':
      return children;
  }
}

function Broken({ title, error, retry }: { title: string; error: Error; retry: () => void }) {
  const messages = useMessages();
  return (
    <Notice
      icon={<ErrorIcon size={32} />}
      title={messages.panel.broken(title)}
      hint={`${messages.panel.brokenHint} (${error.message})`}
      action={<Button icon={<Refresh />} text={messages.panel.retry} onClick={retry} />}
    />
  );
}
