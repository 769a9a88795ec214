import { ALPHABETS, type Alphabet, type Run, type TokenFormat } from './token-format.js';

const { digits, hex, lower, upper, letters, url, dotted, base64 } = ALPHABETS;

const run = (of: Alphabet, min: number, max = min): Run => ({ of, min, max });
const from = (of: Alphabet, min: number): Run => run(of, min, Number.POSITIVE_INFINITY);

/** `prefixes` is a list with spaces between them. */
const token = (finds: string, prefixes: string, ...parts: readonly (Run | string)[]): TokenFormat => ({
  finds,
  prefixes: prefixes.split(' '),
  parts,
});

/** Prefixes, alphabets and lengths as the services publish them. A new service is one row. */
export const TOKEN_FORMATS: readonly TokenFormat[] = [
  token('API tokens of the platform', hexHeads('PT'), from(hex, 31)),
  token('signing keys of the platform', 'PSK_', from(letters, 16)),
  // Source code and packages.
  token('GitHub tokens', 'ghp_ gho_ ghu_ ghr_', run(letters, 20, 255)),
  token('GitHub installation tokens', 'ghs_', from(dotted, 36)),
  token('GitHub fine-grained tokens', 'github_pat_', from(url, 40)),
  token(
    'GitLab tokens',
    'glpat- gldt- glft- glptt- glrt- glcbt- glimt- glagent- gloas- glsoat- glffct-',
    from(dotted, 20),
  ),
  token('GitLab registration tokens', 'GR1348941', run(url, 20)),
  token('Bitbucket app passwords', 'ATBB', run(letters, 32)),
  token('Atlassian API tokens', 'ATATT3 ATCTT3', from(url, 100)),
  token('npm tokens', 'npm_', run(letters, 36)),
  token('PyPI tokens', 'pypi-AgE', from(url, 50)),
  token('RubyGems keys', 'rubygems_', run(hex, 48)),
  token('NuGet keys', 'oy2', run(lower, 43)),
  token('crates.io tokens', 'cio', run(letters, 32)),
  token('Clojars tokens', 'CLOJARS_', run(hex, 60)),
  token('Docker Hub tokens', 'dckr_pat_ dckr_oat_', run(url, 27, 64)),
  // Builds and operations.
  token('Cloudflare tokens', 'cfut_ cfat_ cfk_', from(letters, 40)),
  token('Cloudflare origin keys', 'v1.0-', run(hex, 24), '-', run(hex, 146)),
  token('Fly.io tokens', 'fm1r_ fm1a_ fm2_', from(base64, 60)),
  token('Fly.io session tokens', 'fo1_', run(url, 43)),
  token('Vercel tokens', 'vcp_ vci_ vca_ vcr_ vck_', run(letters, 24, 64)),
  token('Vercel storage tokens', 'vercel_blob_rw_', run(url, 24, 80)),
  token('Pinecone keys', 'pcsk_', run(letters, 4, 8), '_', run(letters, 40, 80)),
  token('Buildkite tokens', 'bkua_', run(hex, 40)),
  token('CircleCI tokens', 'CCIPAT_ CCIPRJ_', from(url, 40)),
  token('Databricks tokens', 'dapi', run(hex, 32, 34)),
  token('Doppler tokens', 'dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit.', from(dotted, 40)),
  token('Dynatrace tokens', 'dt0c01. dt0s01.', run(upper, 24), '.', run(upper, 64)),
  token('Grafana tokens', 'glsa_', run(letters, 32), '_', run(hex, 8)),
  token('Grafana Cloud tokens', 'glc_', from(base64, 32)),
  token('HashiCorp Vault tokens', 'hvs. hvb. hvr.', from(url, 24)),
  token('New Relic keys', 'NRAK- NRAL- NRIQ-', run(upper, 27)),
  token('PlanetScale secrets', 'pscale_tkn_ pscale_pw_ pscale_oauth_', run(dotted, 32, 64)),
  token('Postman keys', 'PMAK-', run(hex, 24), '-', run(hex, 34)),
  token('Prefect keys', 'pnu_', run(lower, 36)),
  token('Pulumi tokens', 'pul-', run(hex, 40)),
  token('Sentry tokens', 'sntrys_ sntryu_', from(base64, 40)),
  token('Supabase tokens', 'sbp_', run(hex, 40)),
  token('Supabase secret keys', 'sb_secret_', from(url, 22)),
  token('Tailscale keys', 'tskey-auth- tskey-api- tskey-client-', from(url, 20)),
  // Clouds.
  token('AWS access keys', 'AKIA ASIA ABIA ACCA', run(upper, 16)),
  token('Amazon Bedrock keys', 'ABSK', from(base64, 100)),
  token('Google API keys', 'AIza', run(url, 35)),
  token('Google OAuth tokens', 'ya29.', from(url, 20)),
  token('Google OAuth client secrets', 'GOCSPX-', run(url, 28)),
  token('Alibaba Cloud keys', 'LTAI', run(letters, 16, 24)),
  token('DigitalOcean tokens', 'dop_v1_ doo_v1_ dor_v1_', run(hex, 64)),
  token('Heroku keys', 'HRKU-AA', run(url, 58)),
  token('Netlify tokens', 'nfp_ nfc_ nfo_ nfu_', run(letters, 36)),
  token('Render keys', 'rnd_', run(letters, 28, 40)),
  // Models.
  token('OpenAI keys', 'sk-proj- sk-svcacct- sk-admin-', from(url, 40)),
  token('Anthropic keys', 'sk-ant-', from(url, 40)),
  token('OpenRouter keys', 'sk-or-v1-', run(hex, 64)),
  token('keys that begin with `sk-`', 'sk- pk- rk-', run(letters, 20, 255)),
  token('Groq keys', 'gsk_', run(letters, 52)),
  token('Hugging Face tokens', 'hf_ api_org_', run(letters, 30, 40)),
  token('Perplexity keys', 'pplx-', run(letters, 48)),
  token('Replicate tokens', 'r8_', run(letters, 37)),
  token('xAI keys', 'xai-', run(letters, 80)),
  // Messages and mail.
  token('Slack tokens', 'xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- xoxe.xoxb-', from(url, 10)),
  token('Slack app tokens', 'xapp- xwfp-', run(digits, 1), '-', from(url, 20)),
  token('API keys with `SK` and 32 digits', hexHeads('SK'), run(hex, 31)),
  token('Mailgun keys', 'key-', run(hex, 32)),
  token('SendGrid keys', 'SG.', run(url, 22), '.', run(url, 43)),
  token('Brevo keys', 'xkeysib- xsmtpsib-', run(hex, 64), '-', run(letters, 16)),
  // Payments and shops.
  token('Stripe keys', 'sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_', run(letters, 16, 255)),
  token('webhook secrets', 'whsec_', from(base64, 24)),
  token('Shopify tokens', 'shpat_ shpca_ shppa_ shpss_', run(hex, 32)),
  token('Square tokens', 'sq0atp- sq0csp- sq0idp-', run(url, 22, 60)),
  token('Square access tokens', 'EAAA', run(url, 60)),
  token('Meta access tokens', 'EAA', from(letters, 80)),
  token('Flutterwave keys', 'FLWSECK_TEST- FLWSECK-', run(lower, 32, 40)),
  token('Duffel tokens', 'duffel_live_ duffel_test_', run(url, 43)),
  token('EasyPost keys', 'EZAK EZTK', run(letters, 54)),
  token('Shippo tokens', 'shippo_live_ shippo_test_', run(hex, 40)),
  // Other services.
  token('1Password service account tokens', 'ops_eyJ', from(base64, 100)),
  token('age keys', 'AGE-SECRET-KEY-1', run(upper, 58)),
  token('Airtable tokens', 'pat', run(letters, 14), '.', run(hex, 64)),
  token('Contentful tokens', 'CFPAT-', run(url, 43)),
  token('Figma tokens', 'figd_ figo_', from(url, 40)),
  token('Frame.io tokens', 'fio-u-', run(url, 64)),
  token('Linear keys', 'lin_api_ lin_oauth_', run(letters, 40)),
  token('Mapbox secret tokens', 'sk.eyJ', from(url, 20), '.', from(url, 10)),
  token('Notion tokens', 'ntn_ secret_', run(letters, 43, 50)),
  token('ReadMe keys', 'rdme_', run(lower, 70)),
  token('Typeform tokens', 'tfp_', from(url, 40)),
];

function hexHeads(prefix: string): string {
  return [...'0123456789abcdef'].map((digit) => prefix + digit).join(' ');
}
