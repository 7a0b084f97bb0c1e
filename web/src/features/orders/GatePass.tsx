// The gate pass of a loading: what the guard reads before the vehicle leaves. No rates on it.
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { paths } from '../../docs/paths'
import { kg, moment, pieces } from '../../ui/format'
import { PdfButton } from '../../kit/PdfButton'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { useLoading } from './LoadedView'
import { titleOf } from '../../kit/record'
import { PaperFacts, PaperTable, Sheet, Signatures } from '../../kit/Paper'
import css from './GatePass.module.css'

export default function GatePass() {
  const { loading, error, refetch } = useLoading()
  if (error && !loading) return <Failed problem={error} what="The loading" onRetry={refetch} />
  if (!loading) return <LoadingPage />
  const { record, links } = loading
  const lines = record.lines ?? []
  const [tare, gross, net, out] = [
    record.tare_g ?? null,
    record.gross_g ?? null,
    record.net_g ?? null,
    record.out_at ?? null,
  ]
  return (
    <Page
      title="Gate pass"
      name={loading.doc_no ?? 'Loading'}
      crumbs={[
        { name: 'Loaded orders', path: paths.list('loading') },
        { name: loading.doc_no ?? 'Draft', path: paths.view('loading', loading.id) },
      ]}
      actions={
        <>
          <StatusChip status={loading.status} />
          <PdfButton type="loading" id={loading.id} name={loading.doc_no ?? 'draft'} />
          <Button variant="contained" color="primary" startIcon={<PrintOutlined />} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <Sheet
        title="GATE PASS"
        copy="For the gate"
        number={loading.doc_no ?? 'Draft'}
        seller={{ name: titleOf(links, 'yard', record.yard), line: titleOf(links, 'branch', loading.branch) }}
      >
        <PaperFacts
          items={[
            ['Loading', loading.doc_no ?? 'Draft'],
            ['Order', record.order_no ?? ''],
            ['Vehicle', record.vehicle_no ?? ''],
            ['Driver', [titleOf(links, 'driver', record.driver), record.mobile].filter(Boolean).join(', ')],
            ['Slip', record.slip_no ?? ''],
            ['Seal', record.seal ?? ''],
            ['Out', out === null ? '' : moment(out)],
          ]}
        />
        <p className={css.sentence}>
          For <strong>{record.customer_name}</strong>, {record.city}
        </p>
        <PaperTable
          heads={[['#'], ['Goods'], ['Batch'], ['Pieces', 'right'], ['kg', 'right']]}
          rows={lines.map((line, at) => [
            String(at + 1),
            <strong key="sku">{titleOf(links, 'sku', line.sku)}</strong>,
            titleOf(links, 'batch', line.batch),
            pieces(line.pcs ?? 0),
            kg(line.weight_g ?? 0),
          ])}
        />
        <PaperFacts
          items={[
            ['Pieces', pieces(record.pcs ?? 0)],
            ['Tare', tare === null ? '' : `${kg(tare)} kg`],
            ['Gross', gross === null ? '' : `${kg(gross)} kg`],
            ['Net', net === null ? '' : `${kg(net)} kg`],
          ]}
        />
        <Signatures of={['Yard', 'Driver', 'Guard at the gate']} />
      </Sheet>
    </Page>
  )
}
