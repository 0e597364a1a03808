import { type ClientState, globalDefaults, selectBotCondition, selectCan } from '@triquad/core';
import '@blueprintjs/select/lib/css/blueprint-select.css';
import { MenuItem } from '@blueprintjs/core';
import { Omnibar } from '@blueprintjs/select';
import { useNavigate } from 'react-router-dom';
import { useClient, useClientState } from '../client-context.tsx';
import { useTellsLives } from '../components/LifeLink.tsx';
import { stopCommand, useKillSwitch } from '../components/use-bot-commands.ts';
import { useSend } from '../components/use-command.ts';
import { fileName, useMarketMark } from '../elements/shown-market.ts';
import { useTheme } from '../elements/theme.tsx';
import { useQuery } from '../elements/use-query.ts';
import { settings as en } from '../messages/en/settings.ts';
import { settings as es } from '../messages/es/settings.ts';
import { useLanguage, useMessagesWith } from '../messages/messages.tsx';
import { useMessages } from '../messages/use-frame.ts';
import { screens } from '../screens.ts';
import { type Entry, looksLikeId, matching, opportunityNamed, tradeNamed } from './palette-entries.ts';
import { saveSession } from './save-session.ts';
import { useHotkeysDialog } from './use-shell-hotkeys.ts';

const listed = screens.filter(({ places }) => places.includes('palette'));
const own = { en, es };
const globalFields = Object.keys(globalDefaults) as (keyof typeof globalDefaults)[];
const riskFields = ['cooldown_after_failure_seconds', 'stop_loss_pct'] as const;
/** Only a bot that keeps a configuration may have them. */
const boundFields = ['max_unwind_loss_pct', 'max_profit_pct'] as const;

const selectKeeps = selectCan('config.write');
const selectOpportunities = ({ opportunities }: ClientState) => opportunities.items;
const selectTrades = ({ trades }: ClientState) => trades.items;

type Props = { isOpen: boolean; close: () => void; openRecorder: () => void };

/** Screens, commands, settings, opportunities, trades and log lines by a few letters. The bot's commands ask first. */
export function CommandPalette({ isOpen, close, openRecorder }: Props) {
  const { palette } = useMessages();
  const entries = [...useCommands(openRecorder), ...useSettings(), ...useLives()];
  const byQuery = useSought();
  return (
    <Omnibar<Entry>
      isOpen={isOpen}
      onClose={close}
      items={entries}
      itemListPredicate={(query, items) => [...matching(items, query), ...byQuery(query.trim())]}
      itemRenderer={({ key, text, note }, { handleClick, modifiers, ref }) => (
        <MenuItem
          key={key}
          ref={ref}
          text={text}
          label={note ?? ''}
          active={modifiers.active}
          roleStructure="listoption"
          onClick={handleClick}
        />
      )}
      onItemSelect={({ run }) => {
        close();
        run();
      }}
      inputProps={{ placeholder: palette.placeholder, 'aria-label': palette.label }}
      noResults={<MenuItem disabled text={palette.none} roleStructure="listoption" />}
      initialContent={undefined}
      resetOnSelect
    />
  );
}

const useCommands = (openRecorder: () => void): Entry[] => {
  const { palette, bot, header, kill, menu, recorder, nav, titles } = useMessages();
  const client = useClient();
  const { journal } = client;
  const mark = useMarketMark();
  const saves = useClientState(({ health }) => health.capabilities.includes('export'));
  const send = useSend();
  const kills = useKillSwitch();
  const navigate = useNavigate();
  const { toggle } = useTheme();
  const showHotkeys = useHotkeysDialog();
  const { language, setLanguage } = useLanguage();
  const condition = useClientState(selectBotCondition);
  const saveTrades = (): void => {
    const file = fileName(mark, 'trades.csv');
    client.send({ type: 'SaveExport', table: 'trades', query: { format: 'csv' }, file });
  };
  const lifecycle: Entry[] = [];
  if (condition === 'running') {
    lifecycle.push(
      { key: 'stop', text: bot.stop, run: () => void send(stopCommand) },
      { key: 'restart', text: bot.restart, run: () => void send({ type: 'RestartBot' }) },
    );
  }
  if (condition === 'stopped') {
    lifecycle.push({ key: 'start', text: bot.start, run: () => void send({ type: 'StartBot' }, { isKey: true }) });
  }
  if (kills !== null) {
    lifecycle.push({
      key: 'kill',
      text: kills.phase === 'reset' ? kill.reset : kill.button,
      run: () => void kills.run(),
    });
  }
  return [
    ...listed.map(({ name }) => ({
      key: `go ${name}`,
      text: nav.go(titles[name].nav),
      run: () => void navigate(`/${name}`),
    })),
    ...lifecycle,
    { key: 'recorder', text: recorder.title, run: openRecorder },
    { key: 'save', text: palette.saveSession, run: () => saveSession(journal) },
    ...(saves ? [{ key: 'save trades', text: palette.saveTrades, run: saveTrades }] : []),
    { key: 'hotkeys', text: menu.hotkeys, note: '?', run: showHotkeys },
    { key: 'theme', text: header.theme, run: toggle },
    { key: 'language', text: menu.language, run: () => setLanguage(language === 'en' ? 'es' : 'en') },
  ];
};

/** The fields of the settings by their names; one that is chosen gets the focus. */
const useSettings = (): Entry[] => {
  const { settings, titles } = useMessagesWith(own);
  const navigate = useNavigate();
  const entry = (tab: 'global' | 'risk', path: string, text: string): Entry => ({
    key: `setting ${path}`,
    text,
    note: `${titles.settings.nav} · ${settings.tabs[tab]}`,
    isHidden: true,
    run: () => void navigate(`/settings?tab=${tab}#${tab}-${path}`),
  });
  const keeps = useClientState(selectKeeps);
  const inRisk = keeps ? [...riskFields, ...boundFields] : riskFields;
  return [
    ...globalFields.map((field) => entry('global', field, settings.global[field])),
    ...inRisk.map((field) => entry('risk', `risk.${field}`, settings.risk[field])),
  ];
};

/** Opportunities and trades that this page knows: each opens its life. */
const useLives = (): Entry[] => {
  const query = useQuery();
  const tells = useTellsLives();
  const opportunities = useClientState(selectOpportunities);
  const trades = useClientState(selectTrades);
  if (!tells) return [];
  return [...opportunities.map(opportunityNamed), ...trades.map(tradeNamed)].map(({ id, text, note }) => ({
    key: `life ${id}`,
    text,
    note,
    isHidden: true,
    run: () => query.set({ life: id }),
  }));
};

/** Entries for any query: the life with that id, and the log lines with those words. */
const useSought = (): ((query: string) => readonly Entry[]) => {
  const { palette } = useMessages();
  const { set } = useQuery();
  const navigate = useNavigate();
  const tells = useTellsLives();
  return (query) => {
    if (query === '') return [];
    const life = { key: 'life', text: palette.life(query), run: () => set({ life: query }) };
    const logs = {
      key: 'logs',
      text: palette.logs(query),
      run: () => void navigate(`/logs?q=${encodeURIComponent(query)}`),
    };
    return tells && looksLikeId(query) ? [life, logs] : [logs];
  };
};
