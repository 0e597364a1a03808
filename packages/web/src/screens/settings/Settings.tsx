import { Button, Callout, Tab, Tabs, Tag } from '@blueprintjs/core';
import { Dot, Refresh, Translate } from '@blueprintjs/icons';
import { type ClientState, selectCan, selectReplaying } from '@triquad/core';
import { lazy, Suspense, useReducer } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { ConfigVersions } from '../../components/runs-with.tsx';
import { useGuard } from '../../components/unsaved-guard.tsx';
import { Skeleton } from '../../elements/Skeleton.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { useLanguage } from '../../messages/messages.tsx';
import { useMessages as useFrame } from '../../messages/use-frame.ts';
import { AlertsTab } from './AlertsTab.tsx';
import { ExchangesTab } from './ExchangesTab.tsx';
import { GlobalForm } from './GlobalForm.tsx';
import { PaperForm } from './PaperForm.tsx';
import { RiskForm } from './RiskForm.tsx';
import styles from './settings.module.css';
import { type Report, UnsavedContext, type UnsavedPart } from './unsaved.tsx';
import { useMessages } from './use-messages.ts';
import { selectKeeper, selectLesserRole } from './use-setting.ts';

const tabs = ['exchanges', 'global', 'risk', 'market', 'paper', 'alerts', 'configs', 'people', 'audit'] as const;
type TabName = (typeof tabs)[number];
/** Loaded with their first showing, and again whenever they are shown. */
const late = {
  market: lazy(() => import('./MarketTab.tsx').then((file) => ({ default: file.MarketTab }))),
  configs: lazy(() => import('./ConfigsTab.tsx').then((file) => ({ default: file.ConfigsTab }))),
  people: lazy(() => import('./PeopleTab.tsx').then((file) => ({ default: file.PeopleTab }))),
  audit: lazy(() => import('./AuditTab.tsx').then((file) => ({ default: file.AuditTab }))),
};
type LateName = keyof typeof late;
const isLate = (name: TabName): name is LateName => name in late;

// Tabs with forms stay mounted, so that a draft survives a change of tabs.
const panels: Record<Exclude<TabName, LateName>, React.JSX.Element> = {
  exchanges: <ExchangesTab />,
  global: <GlobalForm />,
  risk: <RiskForm />,
  paper: <PaperForm />,
  alerts: <AlertsTab />,
};
const tabOf: Record<UnsavedPart, TabName> = {
  exchanges: 'exchanges',
  global: 'global',
  risk: 'risk',
  paper: 'paper',
  telegram: 'alerts',
  email: 'alerts',
};

/** Capability that each tab needs. */
const needs: Partial<Record<TabName, (state: ClientState) => boolean>> = {
  audit: selectCan('audit'),
  paper: selectCan('config.fees'),
  configs: selectCan('config.write'),
  people: selectCan('users'),
  market: selectCan('market'),
};
const selectOffered = (state: ClientState): string => tabs.filter((name) => needs[name]?.(state) ?? true).join(' ');

/** The bot's settings, in the language of the page. */
export function Settings() {
  const { settings } = useMessages();
  const { menu } = useFrame();
  const { language, setLanguage } = useLanguage();
  useWatch('config');
  const { get, set } = useQuery();
  const offers = useClientState(selectOffered).split(' ');
  const offered = tabs.filter((name) => offers.includes(name));
  const shown = offered.find((name) => name === get('tab')) ?? 'exchanges';
  const [parts, report] = useReducer(withPart, none);
  const unsaved = new Set([...parts].map((part) => tabOf[part]));
  useGuard(unsaved.size > 0 ? settings.leave : null);
  return (
    <UnsavedContext value={report}>
      <PageHead>
        <Button
          className="push"
          variant="minimal"
          icon={<Translate />}
          text={menu.language}
          lang={language === 'es' ? 'en' : 'es'}
          onClick={() => setLanguage(language === 'es' ? 'en' : 'es')}
        />
      </PageHead>
      <Limits />
      <ActiveConfig />
      <Tabs
        id="settings"
        className={styles.tabs ?? ''}
        animate={false}
        selectedTabId={shown}
        onChange={(tab) => set({ tab: String(tab) })}
      >
        {offered.map((name) => (
          // Arrow keys reach only tabs whose `disabled` is set to false.
          <Tab
            key={name}
            id={name}
            disabled={false}
            title={<Title name={name} isDirty={unsaved.has(name)} />}
            panel={isLate(name) ? <Late name={name} isShown={shown === name} /> : panels[name]}
          />
        ))}
      </Tabs>
    </UnsavedContext>
  );
}

function Late({ name, isShown }: { name: LateName; isShown: boolean }) {
  const Content = late[name];
  if (!isShown) return <span />;
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <Content />
    </Suspense>
  );
}

function Title({ name, isDirty }: { name: TabName; isDirty: boolean }) {
  const { settings, audit, people, configs, market } = useMessages();
  return (
    <>
      {isLate(name) ? { audit, people, configs, market }[name].tab : settings.tabs[name]}
      <span className={isDirty ? 'caution' : styles.hidden}>
        <Dot title={settings.unsaved} />
      </span>
    </>
  );
}

type Parts = ReadonlySet<UnsavedPart>;
const none: Parts = new Set();

const withPart = (known: Parts, { part, isDirty }: Report): Parts => {
  if (known.has(part) === isDirty) return known;
  return new Set(isDirty ? [...known, part] : [...known].filter((other) => other !== part));
};

/** Why nothing can be changed here, when it cannot. */
function Limits() {
  const { settings } = useMessages();
  const lesser = useClientState(selectLesserRole);
  const replaying = useClientState(selectReplaying);
  if (lesser === null && !replaying) return null;
  return (
    <Callout intent="warning" compact className={styles.limits ?? ''}>
      {replaying ? settings.replaying : settings.readOnly(lesser ?? '')}
    </Callout>
  );
}

/** Name, version and date of the active configuration, or a notice that this bot has none. */
function ActiveConfig() {
  const { active } = useMessages().settings;
  const { language } = useLanguage();
  const client = useClient();
  const keeper = useClientState(selectKeeper);
  const config = useClientState((state) => state.loaded.config);
  const loading = useClientState((state) => state.resources.config.status === 'loading');
  if (keeper === 'browser') {
    return (
      <Callout compact className={styles.limits ?? ''}>
        {active.local}
      </Callout>
    );
  }
  const when = config?.updated_at ?? null;
  return (
    <section className={`row ${styles.active}`} aria-label={active.label}>
      <span className="muted">{active.label}</span>
      <strong>{config?.name ?? '—'}</strong>
      {config !== null && config.version !== null && <Tag minimal>{active.version(String(config.version))}</Tag>}
      {when !== null && (
        <time dateTime={when} className="muted">
          {active.changed(new Date(when).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' }))}
        </time>
      )}
      <ConfigVersions />
      <Button
        size="small"
        variant="minimal"
        icon={<Refresh />}
        aria-label={active.reload}
        title={active.reload}
        loading={loading}
        onClick={() => client.send({ type: 'Refresh', resource: 'config' })}
      />
    </section>
  );
}
