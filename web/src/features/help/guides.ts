// The written pages of the help: what a newcomer asks that no declaration tells. Paragraphs, `1.` steps, `-` points,
// **bold** and [links](/address) are all that they are written in.
import { say } from '../../words/say'

export interface Guide {
  key: string
  title: string
  /** Further words that find it. */
  words: string
  /** The addresses that it helps with, by how they begin. */
  at: string[]
  text: string
}

export const GUIDES: Guide[] = [
  {
    key: 'begin',
    title: say('Find your way around'),
    words: say('start first day new menu sidebar search palette page newcomer where is breadcrumb compact collapse'),
    at: ['/help'],
    text: say(`
The menu at the left holds the pages that your roles open. A count beside a page is how many documents wait there
for you.

1. The dashboard shows what waits for you, the oldest first.
2. **Ctrl K** searches everything: pages, document numbers, customers, vehicles. The last digits of a number are
enough.
3. The title of a page stands beside the way to it. The house leads to the dashboard.
4. The button beside the search makes the menu narrow, or wide again.
5. A button that is not available says why beside it.

The person menu at the right holds the theme, the row height, your profile, [your settings](/profile/settings) and the
tour of your first day.`),
  },
  {
    key: 'dashboard',
    title: say('Read the dashboard'),
    words: say(
      'dashboard tile figure card chart waiting for you queue late overdue board month previous as of view all',
    ),
    at: ['/dashboard'],
    text: say(`
A dashboard shows what needs attention now. What it shows depends on your roles.

- **The tiles at the top** are figures as of the time at the right of the title. Click one to open what it counts.
- **Waiting for you** lists the documents whose next step is yours, the oldest first. A red clock marks what is late.
**Review** opens the document; **Approve** stands where nothing speaks against it.
- **The cards with bars** show the largest first. Click a name to open its documents, or **View all** for the whole
report.

1. Press **J** and **K** to move through what waits, and **Enter** to open it.
2. Select a kind beside **Waiting for you** to see only its documents.

The branch, credit, accounts and logistics dashboards are in the menu under Reports, for those whose roles open them.`),
  },
  {
    key: 'first-order',
    title: say('Make your first order'),
    words: say('create new order add line customer sku submit sell sales draft enter type quick cart'),
    at: ['/order/add', '/order/addNew', '/order/edit'],
    text: say(`
1. Open [New order](/order/add), or press **N** in the list of orders. [Quick order](/order/addNew) collects a cart
first.
2. Select the customer. Their address, terms and price level come along.
3. Type a size, as “tmt 12” or “shs 50x50x3”, and press Enter. What is free in the yard stands beside it.
4. Enter the pieces. Price, tax and weight are worked out while you type.
5. **Ctrl Enter** submits. With something missing it goes to the first field and says how many are left.

What you type is kept on this device. Leave the page and come back: it is still there.`),
  },
  {
    key: 'order-road',
    title: say('The road of an order'),
    words: say(
      'approve approval workflow who approves next status stage where is my order stuck waiting whose turn life',
    ),
    at: ['/order/changestatus', '/order/view'],
    text: say(`
An order goes from **Draft** to the branch manager, the preliminary credit team, credit, the yard, accounts, and is
then **Order Completed**. Each of them may send it back, hold it, or raise a concern.

- The line of statuses on the order’s page shows where it stands, who brought it there and when.
- “Waiting for” in the list names whose turn it is.
- The history tells every change with the person and the time. It cannot be altered.

What every status means, and who may do what in it, is told under [Orders](/help/type:order).`),
  },
  {
    key: 'approve',
    title: say('Approve an order'),
    words: say('branch manager bm approve reject hold query floor margin queue decide approval'),
    at: ['/order/bmApproval', '/approvers'],
    text: say(`
1. Open the order from the dashboard or from the badge in the top bar.
2. Findings stand first: a rate below the floor, stock that is not there, overdue invoices. Each has its figures.
3. **A** approves, **H** holds, **R** rejects. What needs a reason asks for it before it is sent.
4. The next order that waits opens by itself.

You cannot approve what you made yourself, unless the site allows it in its settings. A hold ends by itself on its
date.`),
  },
  {
    key: 'credit',
    title: say('Credit limits, and why credit is short'),
    words: say(
      'limit credit exposure overdue outstanding utilised blocked pct preliminary increase raise advance cheque',
    ),
    at: ['/order/creditApproval', '/credit-limit', '/utilized-amount', '/dashboard/credit'],
    text: say(`
What a customer may use is the limit, less open invoices, less approved orders that are not invoiced, plus money on
account.

- An order takes its part of the limit when credit is approved, and gives it back when it is cancelled or paid.
- Money by cheque counts once it has cleared, as far as the settings say no other.
- More is asked for by a [credit limit request](/credit-limit/add). It goes to the branch manager, to credit, and
above a slab to the management.
- A temporary limit has an end, and ends by itself.

The customer’s page shows all these figures and the invoices behind them.`),
  },
  {
    key: 'yard',
    title: say('Load an order in the yard'),
    words: say(
      'loading load truck vehicle weighbridge tare gross weigh batch pick pieces photo slip yard phone short concern',
    ),
    at: ['/yard/yardview', '/order_loaded', '/order/delivery'],
    text: say(`
1. Open the order under **Waiting for Loading** and select **Load**.
2. Tap the batches that you take from, the oldest first. The steppers count pieces.
3. Go to the weighbridge: vehicle, driver, slip number, tare and gross. The band shows whether the weight fits.
4. Take the photos that are asked for, and save the loading.

Less than ordered? Say what becomes of the rest: it follows on another vehicle, or is dropped. Something is wrong
with the goods or the order? **Raise concern** sends it back with your words and a photo.

It works without a network. What you saved waits under [Unsent changes](/unsent).`),
  },
  {
    key: 'inward',
    title: say('Receive goods: stock inward'),
    words: say('inward receive purchase supplier unload stock in arrival mill batch opening stock'),
    at: ['/stockinward', '/additionalinward', '/stockinwardapproval'],
    text: say(`
1. Open [New inward](/stockinward/add) and select the supplier and the purchase order, where there is one.
2. Enter the supplier’s invoice, the vehicle and both weights of the weighbridge.
3. Enter what came, line by line: size, pieces, weight. Each becomes a batch.
4. Send it for approval. The stock is free once it is approved.

Stock that was there before the program comes by **Import opening stock** on [Additional
inwards](/additionalinward): it is no purchase and no tax.`),
  },
  {
    key: 'stock',
    title: say('See what is in stock'),
    words: say('stock free available quantity batch yard find how much left reserved hold incoming transit'),
    at: ['/ViewStock', '/BatchwiseReport', '/BatchClosingStock', '/BatchWise&SkuWiseReport', '/toReorder', '/zone'],
    text: say(`
[Stock](/ViewStock) shows each size by yard: free, reserved, on hold, on the way.

- **Free** can be sold. **Reserved** belongs to an approved order. **Hold** was set aside with a reason and a date.
- A row opens its batches, and a batch its whole life from inward to the last piece.
- A count that differs is settled by a [stock audit](/stockaudit), goods that are lost by a [dump](/dump-stock).`),
  },
  {
    key: 'transfer',
    title: say('Move stock to another yard'),
    words: say('transfer godown move between yards branch transit send receive inter godown'),
    at: ['/IntergodownTransfer', '/Intergodown'],
    text: say(`
1. The yard that needs the goods asks for them: [New transfer](/IntergodownTransferadd).
2. The other yard accepts and selects the batches.
3. Logistics assigns the vehicle; the gate lets it out with its weights. From then on the goods are in transit.
4. The receiving yard counts them. What is missing is decided on and never disappears by itself.`),
  },
  {
    key: 'trips',
    title: say('Plan a trip and deliver'),
    words: say('trip vehicle driver logistics dispatch delivery proof e-way bill freight transporter truck plan'),
    at: ['/logistics', '/order/logistic-delivery', '/vehiclemaster', '/freightRegister', '/deliveryRegister'],
    text: say(`
1. [Plan a trip](/logistics/add-multiple): select the orders, and the vehicle that they fit on. Its papers and its
capacity are checked.
2. Dispatch it once it is loaded and its e-way bills are entered.
3. At each stop **Hand over** takes the receiver’s name and the signed paper.
4. Close the trip; the freight is settled after it.`),
  },
  {
    key: 'invoice',
    title: say('Invoice what was loaded'),
    words: say('invoice bill irn e-invoice tax gst post eway credit note debit note print cancel accounts'),
    at: ['/invoice', '/CreateInvoice', '/CreateEdit', '/credit_note', '/debit_note', '/dashboard/accounts'],
    text: say(`
1. The [invoice desk](/invoice/CreateInvoice) lists the loadings that wait. Tick those of one customer and **Create
draft invoice**.
2. Look at tax and weight, then **Post invoice**. The number is given at that moment and never again.
3. Record the IRN and the e-way bill where they are needed. The portal’s files are made and read on the same desk.

A posted invoice is not edited. A wrong rate or quantity is put right by a credit note or a debit note; a whole one
by a reversal.`),
  },
  {
    key: 'receipts',
    title: say('Enter a customer receipt'),
    words:
      say('receipt payment money cheque bank neft deposit bounce allocate set against invoice on account ') +
      say('advance reciept paid'),
    at: ['/customer-reciept', '/receiptRegister'],
    text: say(`
1. [New receipt](/customer-reciept/add): customer, amount, how it was paid, and its reference.
2. Set it against the open invoices, the oldest first, or leave it on account. An advance names its order.
3. Send it for confirmation. Another person confirms that the money is there.
4. A cheque is deposited, and then **Cleared** or **Bounced**. A bounced one puts the invoices back as they were.

The [bank’s statement](/customer-reciept/statement) can be read beside the receipts that wait for it.`),
  },
  {
    key: 'returns',
    title: say('Take goods back: sales return'),
    words: say('return goods back customer damaged wrong credit note refund sales-return'),
    at: ['/sales-return'],
    text: say(`
1. [New sales return](/sales-return/add): the invoice, its lines, and how many pieces come back. More than was sold
is refused.
2. The branch manager approves it.
3. The yard receives the goods, weighs them, and says in what state they are.
4. Accounts post the credit note.`),
  },
  {
    key: 'reversal',
    title: say('Undo what was posted: reversal'),
    words: say('reverse reversal cancel undo mistake wrong order posted delete take back correct revert'),
    at: ['/orderrevert', '/orderreverselist', '/OrderRevertView', '/doReversal'],
    text: say(`
Nothing that was posted is deleted. It is reversed: a second posting takes the first one back, and both stay in the
history.

1. Ask for it: [Order reversal](/orderrevert) names the order and the reason, and shows what would be taken back.
2. It is approved by two others.
3. The yard confirms that the goods are back.
4. **Carry out** reverses invoice, loading and stock together, or nothing at all.

A draft is simply deleted. Holds, withdrawals and removed lines can be taken back at once: press **Z** while the
notice is there.`),
  },
  {
    key: 'offline',
    title: say('Work without the network'),
    words: say('offline internet network down no signal wifi unsent outbox queue sync connection install app phone'),
    at: ['/unsent'],
    text: say(`
The pill in the top bar says **Live** or **Offline**. Offline, pages show what this device knows, with the time that
it is of.

- Orders, loadings, counts and concerns go on. They are checked here by the same rules and wait under [Unsent
changes](/unsent).
- Once the server answers they are sent in the order in which you made them, each once.
- What is refused stays there with the reason, and **Fix** opens the form with what you typed.
- It needs HTTPS, or the machine itself. The person menu says whether the app is on this device.

Sign out only when nothing is unsent, or sign in here again: it waits under your name.`),
  },
  {
    key: 'import',
    title: say('Import from a file'),
    words: say(
      'import excel csv xlsx upload file bring in many rows customers prices spreadsheet paste template columns',
    ),
    at: ['/import'],
    text: say(`
Every list that you may add to has **Import** in its menu.

1. Select a CSV or an Excel file. The first row has the headings; those that are not recognised are mapped by you.
2. Rows are checked at once. Good and bad ones stand apart, each bad one with what is wrong.
3. Mend a cell in place, or leave the bad rows out.
4. Start. Each row is a document of its own, with its history.

The same file sent again brings nothing in twice.`),
  },
  {
    key: 'workbench',
    title: say('Change many at once'),
    words: say('workbench bulk edit spreadsheet many paste excel find replace mass update rows tick select'),
    at: ['/workbench', '/employeeNew', '/customerNew', '/SkuMastersNew', '/skutypenew'],
    text: say(`
The workbench is a list as a sheet: type in its cells, paste from Excel, find and replace. A row is saved when you
leave it; a red cell says what is wrong. **Ctrl Z** takes back.

In a list, tick rows with **X** or the boxes: the bar then offers what the statuses of all of them allow. Each row
gets its own answer, and those that are refused stay ticked with the reason.`),
  },
  {
    key: 'reports',
    title: say('Read and export reports'),
    words: say('report export excel csv xlsx print pivot filter period total figures chart sales analysis download'),
    at: ['/report'],
    text: say(`
Reports are computed in the browser and follow every change.

- Period and filters stand above; they are part of the address, so a link shows the same report.
- A figure opens the documents behind it.
- **Export** gives Excel or CSV, **Print** a paper.
- The line under the table says as of when it is, and how many rows it read.

Without the network the last state is shown, with its time.`),
  },
  {
    key: 'masters',
    title: say('Set up masters: products, prices, customers'),
    words:
      say('master product group sku size property formula price rate create add customer vendor supplier yard ') +
      say('branch uom hsn set up price list'),
    at: ['/setup', '/Sku', '/sku', '/skutype', '/price', '/formulamaster'],
    text: say(`
[Set up this site](/setup) lists what an order needs, in its order, and what is still missing.

- A size (SKU) belongs to a product group, whose properties and formula give its name and its weight.
- A price holds for a group or a size from a day on, with its floor.
- A master that others name is deactivated and not deleted: it is no longer offered, and old documents keep it.
- A new customer is sent for approval before the first order.`),
  },
  {
    key: 'people',
    title: say('Let people in, and say what they may do'),
    words:
      say('user employee role rights access permission invite add person new joiner leave deactivate grant ') +
      say('menu administrator account'),
    at: ['/AccessManagement', '/rolemaster', '/menumaster', '/menuaccessmaster', '/employee', '/dashobard-menumaster'],
    text: say(`
1. Add the [employee](/employee/add) with branch, yards and roles, and submit. They get a one-time password.
2. What a role may do is a table under [Access](/AccessManagement). **Test a person** shows what somebody may do,
and why.
3. A changed right works with the person’s next click.
4. Who leaves is deactivated. Their sessions end at once, their documents stay.

Somebody who is away names who stands in for them, from when to when, in the [profile](/profile/edit).`),
  },
  {
    key: 'password',
    title: say('Sign-in and password'),
    words: say('password forgot change reset sign in locked session device security signed out too many attempts'),
    at: ['/session', '/sessions', '/profile'],
    text: say(`
- **Forgot password** on the sign-in page sends a code to your mail. Without a mail address the administrator gives
you a one-time password.
- [Change password](/session/change-password) needs the present one. It ends your other sessions.
- [Sessions](/sessions) lists where you are signed in; each can be ended.
- After several wrong passwords the sign-in waits for a while. From a device that you used before you still get in.
- A sign-in lasts 12 hours, unless the settings of the site say otherwise.`),
  },
  {
    key: 'appearance',
    title: say('Theme, row height and shortcuts'),
    words:
      say('theme dark mode colour light sun font density rows keyboard shortcuts keys settings screen ') +
      say('appearance language notification layout menu sidebar top bar footer tools fixed'),
    at: ['/profile/settings', '/profile/edit', '/material', '/charts'],
    text: say(`
[My settings](/profile/settings) has all of it: theme, layout, row height, language, shortcuts, and how you are
notified. Each takes effect at once. The person menu has the theme and the row height too.

- What you select there is kept in this browser. How you are notified is kept in your profile.
- A theme or a language in [your profile](/profile/edit) follows you to every browser that you sign in at.
- The button at the right end of the top bar opens the **tools bar**: chat, cart, to-do and calendar beside every page.
- **Match device** follows the light or dark mode of the device. **Sunlight** is for a screen in the sun.
- The button beside the search makes the menu narrow, or wide again.
- **?** lists the keyboard shortcuts. Single letters are switched off there.
- Every component that pages are made of stands in the [gallery](/material/buttons).`),
  },
  {
    key: 'notices',
    title: say('Notifications, mails and triggers'),
    words: say('notification bell alert mail sms whatsapp message trigger remind inform channel told'),
    at: ['/notification', '/triggermaster', '/outbox', '/timeconfigurator'],
    text: say(`
The bell has what you were told: a document that waits, an answer, an end that comes near. Opening the document
takes it off.

- How you are told beside the bell (mail, SMS, WhatsApp) is selected in [your settings](/profile/settings).
- What tells whom is a [trigger](/triggermaster): an event, a condition, and the people.
- Mails that went out, or could not, stand under [Mails](/outbox).`),
  },
  {
    key: 'chat',
    title: say('Talk to colleagues'),
    words: say('chat message conversation room group colleague write talk mention unread online team'),
    at: ['/desk/chat'],
    text: say(`
The speech bubble in the bar at the top opens the chat beside the page; [Chat](/desk/chat) is a page of its own.

1. **New conversation** and one colleague: the two of you talk. With several it has a name, and its members see it.
2. Enter sends, Shift and Enter begin a line. Type **@** and a name to tell somebody that you mean them.
3. The chain links a document. Whoever may see it sees its number and status.
4. Without the network a message waits, and is sent once when the network is back.

Whoever joins a conversation reads what is said from then on. The conversation with Kavita is for practice: nothing of
it is sent.`),
  },
  {
    key: 'settings',
    title: say('Settings of the site'),
    words:
      say('settings switch tolerance slab stage reserve rule configure site company preference rounding floor ') +
      'overdue limit',
    at: ['/setting', '/company', '/number_series', '/period_lock', '/holiday'],
    text: say(`
[Settings](/setting) holds the rules that differ from site to site: where stock is reserved, the preliminary stage,
tolerances, slabs, how overdue invoices block. Each says what it changes, and its history tells who changed it and
when.

A change holds from the next step on. What was decided before stays decided.

[Number series](/number_series) number the documents of a year; a [period lock](/period_lock) closes a month for
posting.`),
  },
  {
    key: 'books',
    title: say('Books, ledgers and Tally'),
    words: say('ledger books tally trial balance voucher accounts day book statement gst export statement of account'),
    at: [
      '/ledger',
      '/trialBalance',
      '/tallyReport',
      '/salesExport',
      '/transactionReport',
      '/dayBookCounts',
      '/customerStatement',
    ],
    text: say(`
Every step that moves goods or money posts its vouchers by itself; none is typed.

- [Trial balance](/trialBalance) and [ledger](/ledger) tell them; each line leads to its document.
- [Tally](/tallyReport) makes the file of the vouchers that Tally does not have yet, and remembers what it was given.
- A [statement](/customerStatement) tells a customer what is open, and can be printed or sent.`),
  },
  {
    key: 'history',
    title: say('History and proof'),
    words: say('history trail who changed when log tamper proof verify hash auditor evidence'),
    at: ['/audit'],
    text: say(`
Every change is an entry with its time, its person and what it changed, chained to the one before. The tab
**History** of a document shows its own; [Audit](/audit) shows all, and checks the chain.

A folder for an auditor is made by **godown export --auditor** on the machine; it can be checked in any browser
without the server.`),
  },
  {
    key: 'backup',
    title: say('Back up and restore'),
    words: say('backup restore copy disk crash safe lost data recover save disaster'),
    at: ['/backup'],
    text: say(`
On the machine that runs Godown:

1. **godown backup DIR** brings the backup in DIR up to now while people work, and proves it by restoring it.
2. **godown restore BACKUP DIR** makes a data directory of it, as of now or of any minute.
3. **godown verify** proves that the history is complete and every balance agrees with it.

Keep DIR on another disk or machine. What was acknowledged on the screen is on the disk; a power cut loses nothing
of it.`),
  },
  {
    key: 'mistake',
    title: say('I made a mistake'),
    words: say('mistake wrong undo delete edit correct oops change back typo cancel remove error'),
    at: [],
    text: say(`
- **Just now:** the notice at the bottom has **Undo**, or press **Z**, where a step can be taken back.
- **A draft:** edit it, or delete it from its menu.
- **Sent for approval:** **Withdraw** brings it back to draft, until somebody has decided.
- **Posted:** a note or a [reversal](/help/guide:reversal) puts it right.
- **Somebody else saved first:** both versions are shown side by side. Nothing that you typed is lost.`),
  },
  {
    key: 'purchase',
    title: say('Buy: purchase order, bill, payment'),
    words: say('purchase order buy supplier bill payment three way match vendor payable reorder purch debit note'),
    at: [
      '/purchase_order',
      '/supplier_bill',
      '/supplier_payment',
      '/supplier_note',
      '/supplier-users',
      '/openPurchases',
      '/goodsNotBilled',
      '/payables',
    ],
    text: say(`
1. [Purchase order](/purchase_order/add): supplier, sizes, rates. It is approved by slab.
2. The yard receives against it; more than its tolerance is refused.
3. The [supplier’s bill](/supplier_bill) is set beside order and inward. What differs beyond the tolerance needs an
approval.
4. The [payment](/supplier_payment) is proposed, approved by another, and set against the bills.

[To reorder](/toReorder) lists what is down to its level.`),
  },
]
