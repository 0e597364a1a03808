import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { publicKeyIn } from '@triquad/bot/directory';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../packages/bot/src/alert/certificate.suite.ts';
import { startBot, temporaryFolder, triquad } from '../harness/bot.ts';

test('over TLS an unknown certificate is named and gets nothing, and a bot whose certificate is known proves itself', async () => {
  const known = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(known));
  const { cert, key } = selfSigned();
  setDefaultCACertificates([...known, cert]);
  const home = temporaryFolder();
  const files = { cert: join(home, 'cert.pem'), key: join(home, 'key.pem') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  await using bot = await startBot({ args: ['--tls-cert', files.cert, '--tls-key', files.key] });
  const folders = { XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') };
  const knowing = { ...folders, NODE_EXTRA_CA_CERTS: files.cert };
  const added = await triquad(['context', 'add', 'prod', '--url', bot.url, '--json'], knowing);
  expect(JSON.parse(added.stdout)).toMatchObject({ name: 'prod', key: publicKeyIn(bot.dataDir) });
  const status = ['status', '--token', bot.token, '--json', '--context', 'prod'];
  expect(await triquad(status, knowing)).toMatchObject({ code: 0, stdout: expect.stringContaining('"is_running"') });
  for (const place of [
    ['--context', 'prod'],
    ['--url', bot.url],
  ]) {
    const { code, stderr } = await triquad(['status', '--token', bot.token, '--json', ...place], folders);
    expect([code, JSON.parse(stderr).error]).toMatchObject([
      3,
      {
        code: 'certificate_untrusted',
        message: expect.stringMatching(/the certificate of the bot at .* is not trusted \(self-signed certificate\)/),
      },
    ]);
  }
});
